// The Duel tab: the two-player game against the engine, as the attacker or as the defender.
import { useEffect, useState } from "preact/hooks";
import { formatWhole } from "../format.ts";
import { emptyCells } from "../game/board.ts";
import type { Direction } from "../game/direction.ts";
import { isDuelOver, type Ply } from "../game/duel.ts";
import { duelRecordLine } from "../game/duel-record.ts";
import { nameOfSize } from "../game/size.ts";
import type { Spawn } from "../game/spawn.ts";
import { Arrows } from "../parts/arrow.tsx";
import { BoardView } from "../parts/board-view.tsx";
import { download } from "../parts/download.ts";
import { Figures } from "../parts/figures.tsx";
import { Icon } from "../parts/icon.tsx";
import { useKeptState } from "../parts/kept-state.ts";
import { isUndo, moveOfArrow, moveOfKey, useKeys } from "../parts/keys.ts";
import { KeysHelp } from "../parts/keys-help.tsx";
import { Share } from "../parts/share.tsx";
import { hashOfDuel, type Route } from "../route.ts";
import { DuelOver } from "./duel-over.tsx";
import { useJudgedPlies } from "./exact.ts";
import { isBest, useHint } from "./hint.ts";
import { HintCard } from "./hint-card.tsx";
import { placingHelp, statusInWords } from "./in-words.ts";
import { LossesCard } from "./losses-card.tsx";
import { currentGame, isTouched, type Match } from "./match.ts";
import { useMatchState } from "./match-state.ts";
import { matchOfText, textOfMatch } from "./match-text.ts";
import { nameOfOpponent, useOpponent, useThinking } from "./opponent.ts";
import { neighbourOf, PlacementCells } from "./placement-cells.tsx";
import { ResultCard } from "./result-card.tsx";
import { type Setup, SetupCard } from "./setup.tsx";
import { defaultStrengths, isStrengthName, strengthName, strengthOf } from "./strength.ts";
import "./duel.css";

const keys = [
  { keys: ["← ↑ → ↓", "W A S D"], meaning: "slide (as the defender)" },
  { keys: ["← ↑ → ↓"], meaning: "select a cell (as the attacker)" },
  { keys: ["2", "Enter"], meaning: "place a 2 on the selected cell" },
  { keys: ["4"], meaning: "place a 4 on the selected cell" },
  { keys: ["U", "Ctrl+Z"], meaning: "undo" },
  { keys: ["H"], meaning: "hint" },
  { keys: ["N"], meaning: "new match" },
];

/** The match in the address, or what is wrong with it. */
function sharedMatch(text: string | null): { readonly match: Match | null; readonly error: string | null } {
  if (text === null) return { match: null, error: null };
  try {
    return { match: matchOfText(text), error: null };
  } catch (reason) {
    return { match: null, error: `The duel in the address is invalid. ${(reason as Error).message}` };
  }
}

const setupOf = ({ terms, first }: Match): Setup => ({ ...terms, person: first.person });

const isSameSetup = (one: Setup, other: Setup) =>
  one.size === other.size && one.rule === other.rule && one.from === other.from && one.person === other.person;

/** The games of a match as records, one line each. */
function recordsOf({ first, second, terms, seed }: Match, opponent: string): string {
  return (second === null ? [first] : [first, second])
    .map(({ person, now }) => {
      const [attacker, defender] = person === "attack" ? ["person", opponent] : [opponent, "person"];
      return duelRecordLine(now, { rule: terms.rule, from: terms.from, attacker, defender, seed }) ?? "";
    })
    .join("");
}

interface DuelProps {
  /** Whether the tab is shown. */
  readonly active: boolean;
  /** The address, which may hold a match. */
  readonly shared: Route;
}

export function Duel({ active, shared }: DuelProps) {
  const [wrong, setWrong] = useState<string | null>(() => sharedMatch(shared.duel).error);
  const state = useMatchState(() => sharedMatch(shared.duel).match);
  const { match } = state;
  const { terms } = match;
  const game = currentGame(match);
  const { now, person } = game;
  const [setup, setSetup] = useState<Setup>(() => setupOf(match));
  const opponent = useOpponent(terms);
  const [chosen, setChosen] = useKeptState("duel.strength", defaultStrengths.search, isStrengthName);
  const level = strengthName(chosen, opponent.kind);
  const strength = strengthOf(level);
  const name = nameOfOpponent(opponent, level);
  const thinking = useThinking(active, state, opponent, strength);
  const judged = useJudgedPlies(now, terms.rule, active ? opponent.database : null);
  const over = isDuelOver(now);
  const ownTurn = now.role === person && !over;
  const hint = useHint(now, ownTurn, terms, opponent, strength);
  const [cursor, setCursor] = useState<number | null>(null);
  const decimals = (opponent.database ?? opponent.engine)?.decimals ?? 0;
  const hasRecord = match.start !== match.first.now.board || terms.from === "two";
  const { choices } = hint;
  const bests = choices?.all.filter((choice) => isBest(choice, choices, decimals)) ?? [];

  const play = (ply: Ply) => {
    const { now, person } = currentGame(state.latest());
    if (now.role !== person || isDuelOver(now)) return;
    setWrong(null);
    state.play(ply);
  };
  const move = (direction: Direction) => play({ move: direction, spawn: null });
  const place = (spawn: Spawn) => {
    if (spawn.tile === 4 && terms.rule === "2") setWrong("Only 2s can be placed in this match.");
    else play({ move: null, spawn });
  };
  const start = (next: Setup) => {
    setWrong(null);
    setCursor(null);
    setSetup(next);
    const { person, ...terms } = next;
    state.start(terms, person);
  };
  /** Applies at once if the person has not done anything in the current match. */
  const change = (next: Setup) => {
    setSetup(next);
    if (!isTouched(match)) start(next);
  };
  const undo = () => {
    setWrong(null);
    const { start } = state.latest();
    state.undo();
    if (state.latest().start !== start) setSetup(setupOf(state.latest())); // another match
  };
  const swap = () => {
    setCursor(null);
    state.swap();
  };

  useEffect(() => {
    const { match, error } = sharedMatch(shared.duel);
    setWrong(error);
    if (match === null || textOfMatch(match) === textOfMatch(state.latest())) return;
    setCursor(null);
    state.show(match);
    setSetup(setupOf(match));
  }, [shared]);
  useEffect(() => {
    if (active && (ownTurn || over)) history.replaceState(null, "", hashOfDuel(textOfMatch(match)));
  }, [active, match, shared]);

  /** The attacker's keys select a cell and place a tile on it. */
  const attackKey = (key: string): boolean => {
    const direction = moveOfArrow(key);
    const tile = key === "4" ? 4 : key === "2" || key === "Enter" || key === " " ? 2 : null;
    if (direction !== null)
      setCursor(cursor === null ? (emptyCells(now.board)[0] ?? 0) : neighbourOf(cursor, direction, terms.size));
    else if (tile !== null && cursor !== null) place({ cell: cursor, tile });
    else return false;
    return true;
  };
  useKeys(active, (key) => {
    if (person === "attack" && attackKey(key)) return true;
    const direction = person === "defend" ? moveOfKey(key) : null;
    if (direction !== null) move(direction);
    else if (isUndo(key)) undo();
    else if (key === "h") hint.toggle();
    else if (key === "n") start(setup);
    else return false;
    return true;
  });

  return (
    <main class="tab duel" hidden={!active}>
      <h1 class="visually-hidden">Duel: the two-player game</h1>
      <section class="stage" aria-label="Board">
        <div class="stage-head">
          <Figures
            class="scores duel-figures"
            list={[
              ["Defender", formatWhole(now.score)],
              ["You", person === "attack" ? "attack" : "defend"],
            ]}
          />
          <button type="button" class="button primary" onClick={() => start(setup)}>
            New match
          </button>
        </div>
        <BoardView moment={now} {...(person === "defend" && !over ? { onSwipe: move } : {})}>
          {person === "attack" && (
            <PlacementCells
              board={now.board}
              cursor={cursor}
              onCursor={setCursor}
              onPlace={place}
              hint={choices}
              decimals={decimals}
            />
          )}
          <Arrows directions={bests.flatMap(({ ply }) => ply.move ?? [])} />
          {over && <DuelOver match={match} onUndo={undo} onSwap={swap} onNew={() => start(setup)} />}
        </BoardView>
        <p class="duel-status" role="status">
          {statusInWords(game, thinking.on)}
        </p>
        <p class="error" role="alert">
          {wrong}
        </p>
        {thinking.error !== null && (
          <div class="note" role="alert">
            <p>{thinking.error}</p>
            <button type="button" class="button" onClick={thinking.retry}>
              Try again
            </button>
          </div>
        )}
        <div class="actions">
          <button type="button" class="button" onClick={undo} disabled={!state.canUndo}>
            <Icon name="undo" /> Undo
          </button>
          <button
            type="button"
            class="button"
            aria-pressed={hint.on}
            onClick={hint.toggle}
            disabled={!ownTurn || opponent.engine === null}
          >
            <Icon name="hint" /> Hint
          </button>
          <button
            type="button"
            class="button"
            disabled={!hasRecord}
            onClick={() => download(`duel-${nameOfSize(terms.size)}-${terms.rule}.jsonl`, recordsOf(match, name))}
          >
            <Icon name="download" /> Record
          </button>
          <Share />
        </div>
        {person === "attack" && <p class="quiet duel-help">{placingHelp(terms.rule)}</p>}
      </section>
      <div class="panel">
        <ResultCard match={match} />
        {hint.on && <HintCard hint={hint} role={now.role} size={terms.size} decimals={decimals} />}
        {judged !== null && <LossesCard {...judged} person={person} size={terms.size} decimals={decimals} />}
        <SetupCard
          active={active}
          setup={setup}
          applied={isSameSetup(setup, setupOf(match))}
          onSetup={change}
          onStart={() => start(setup)}
          terms={terms}
          opponent={opponent}
          thinking={thinking}
          strengthName={level}
          onStrength={setChosen}
        />
        <KeysHelp list={keys} />
      </div>
    </main>
  );
}
