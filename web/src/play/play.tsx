// The Play tab: 2048 with hints and autoplay.
import { useContext, useEffect, useState } from "preact/hooks";
import { hostileSpawn } from "../api/duel.ts";
import type { Direction } from "../game/direction.ts";
import { isHostile, tileReached } from "../game/game.ts";
import type { Moment } from "../game/moment.ts";
import { recordedGame, type RecordedGame, recordLine } from "../game/record.ts";
import { nameOfSize } from "../game/size.ts";
import { isOver } from "../game/slide.ts";
import { useAnalysis } from "../parts/analysis.ts";
import { Arrows } from "../parts/arrow.tsx";
import { BoardView } from "../parts/board-view.tsx";
import { download } from "../parts/download.ts";
import { defaultEffortName, effortOf, EffortSelect, isEffortName } from "../parts/effort-select.tsx";
import { Icon } from "../parts/icon.tsx";
import { EngineContext, NoEngine, useEngine, useSizeOfEngine } from "../parts/engines.tsx";
import { useKeptState } from "../parts/kept-state.ts";
import { isRedo, isUndo, moveOfKey, useKeys } from "../parts/keys.ts";
import { KeysHelp } from "../parts/keys-help.tsx";
import { maxAnimatedSpeed, SpeedSlider, useKeptSpeed } from "../parts/speed.tsx";
import { bestMoves } from "../quality.ts";
import { hashOfPosition } from "../route.ts";
import { useAutoplay } from "./autoplay.ts";
import { useCoach } from "./coach.ts";
import { CoachStrip } from "./coach-strip.tsx";
import { GameOver } from "./game-over.tsx";
import { useGameState } from "./game-state.ts";
import { Hint } from "./hint.tsx";
import { HostileNote, HostileSlider, isPercentage } from "./hostile-slider.tsx";
import { NewGame } from "./new-game.tsx";
import { Reached } from "./reached.tsx";
import { Scores } from "./scores.tsx";
import "./play.css";

const keys = [
  { keys: ["← ↑ → ↓", "W A S D"], meaning: "move" },
  { keys: ["U", "Ctrl+Z"], meaning: "undo" },
  { keys: ["R", "Ctrl+Y"], meaning: "redo" },
  { keys: ["H"], meaning: "hint" },
  { keys: ["C"], meaning: "coach" },
  { keys: ["Space"], meaning: "autoplay" },
  { keys: ["N"], meaning: "new game" },
];

const isFlag = (kept: unknown): kept is boolean => typeof kept === "boolean";

/** The announcement for screen readers after a move. */
function inWords({ last, score, board }: Moment): string {
  if (last === null) return `${score === 0 ? "New game" : "Game taken over"}. Score ${score}.`;
  const reward = last.reward > 0 ? `, plus ${last.reward}` : "";
  return `${last.turn.move}${reward}. Score ${score}.${isOver(board) ? " Game over." : ""}`;
}

interface PlayProps {
  /** Whether the tab is shown. */
  readonly active: boolean;
  /** The position of a game of the Watch tab that the user takes over. */
  readonly incoming: Moment | null;
  readonly onAnalyse: (game: RecordedGame) => void;
}

export function Play({ active, incoming, onAnalyse }: PlayProps) {
  const { run } = useContext(EngineContext);
  const [hostility, setHostility] = useKeptState("play.hostile", 0, isPercentage);
  const state = useGameState({
    share: hostility / 100,
    place: (afterstate, signal) => hostileSpawn(afterstate, run, signal),
  });
  const { game } = state;
  const hostile = isHostile(game);
  const engine = useEngine(game.size);
  const [effortName, setEffortName] = useKeptState("play.effort", defaultEffortName, isEffortName);
  const [speed, setSpeed] = useKeptSpeed("play.speed");
  const exact = engine?.kind === "database";
  const effort = effortOf(effortName);
  const autoplay = useAutoplay(state, engine, effort, speed);

  const [coached, setCoached] = useKeptState("play.coach", false, isFlag);
  const coach = useCoach(game.now, engine, effort);

  const [hintedMoment, setHintedMoment] = useState<Moment | null>(null);
  const hinted = hintedMoment === game.now;
  const over = isOver(game.now.board);
  const hint = useAnalysis(hinted && !over ? game.now.board : null, engine, effort, 0);
  const bests =
    hinted && hint.fresh && hint.analysis !== null && engine !== null ? bestMoves(hint.analysis, engine.decimals) : [];

  useEffect(() => {
    if (!active) autoplay.stop();
  }, [active]);

  /** Every action of the user stops autoplay. */
  const byHand =
    <Arguments extends unknown[]>(action: (...values: Arguments) => void) =>
    (...values: Arguments) => {
      autoplay.stop();
      action(...values);
    };
  const move = byHand((direction: Direction) => {
    const before = state.latest().now;
    void state.move(direction).then(() => {
      if (coached && state.latest().now !== before) coach.judge(state.latest().now);
    });
  });
  const undo = byHand(state.undo);
  const redo = byHand(state.redo);
  const start = byHand((seed?: number) => state.start(seed));
  const toggleHint = byHand(() => setHintedMoment(hinted ? null : game.now));
  const analyse = byHand(() => onAnalyse(recordedGame(game)));

  useSizeOfEngine(game.size, byHand(state.resize));
  useEffect(() => {
    if (incoming !== null) byHand(state.takeOver)(incoming.board, incoming.score);
  }, [incoming]);
  useKeys(active, (key) => {
    const direction = moveOfKey(key);
    if (direction !== null) move(direction);
    else if (isUndo(key)) undo();
    else if (isRedo(key)) redo();
    else if (key === "h") toggleHint();
    else if (key === "n") start();
    else if (key === "c") setCoached(!coached);
    else if (key === " " && engine !== null) autoplay.toggle();
    else return false;
    return true;
  });

  return (
    <main class="tab play" hidden={!active}>
      <h1 class="visually-hidden">Play 2048</h1>
      <section class="stage" aria-label="Board">
        <div class="stage-head">
          <Scores moment={game.now} best={state.best} />
          <button type="button" class="button primary" onClick={() => start()}>
            New game
          </button>
        </div>
        <BoardView moment={game.now} animated={!autoplay.running || speed <= maxAnimatedSpeed} onSwipe={move}>
          <Arrows directions={bests} />
          {over && <GameOver game={game} onUndo={undo} onNew={() => start()} onAnalyse={analyse} />}
        </BoardView>
        <div class="actions">
          <button type="button" class="button" onClick={undo} disabled={!state.canUndo}>
            <Icon name="undo" /> Undo
          </button>
          <button type="button" class="button" onClick={redo} disabled={game.undone.length === 0}>
            <Icon name="redo" /> Redo
          </button>
          <button
            type="button"
            class="button"
            aria-pressed={hinted}
            onClick={toggleHint}
            disabled={over || engine === null}
          >
            <Icon name="hint" /> Hint
          </button>
          <button
            type="button"
            class="button"
            aria-pressed={autoplay.running}
            onClick={autoplay.toggle}
            disabled={over || engine === null}
          >
            <Icon name={autoplay.running ? "pause" : "play"} /> Auto
          </button>
        </div>
        {coached && engine !== null && <CoachStrip coach={coach} decimals={engine.decimals} onTakeBack={undo} />}
        {state.unanswered !== null && <HostileNote why={state.unanswered} />}
        <Reached tile={tileReached(game)} />
        <p class="visually-hidden" aria-live="polite">
          {autoplay.running ? "Autoplay" : inWords(game.now)}
        </p>
      </section>
      <aside class="panel" aria-label="Engine and settings">
        <section class="card" aria-label="Engine">
          {engine === null ? (
            <NoEngine size={game.size} />
          ) : (
            <>
              <Hint engine={engine} hinted={hinted} hint={hint} autoplay={autoplay} over={over} />
              <div class="fields">
                {!exact && <EffortSelect name={effortName} onChange={setEffortName} />}
                <SpeedSlider speed={speed} onSpeed={setSpeed} />
              </div>
              <label class="coach-toggle">
                <input
                  type="checkbox"
                  checked={coached}
                  onChange={(event) => setCoached(event.currentTarget.checked)}
                />
                Coach: mark each of my moves
              </label>
            </>
          )}
        </section>
        <section class="card" aria-label="Hostile spawns">
          <HostileSlider percentage={hostility} onChange={setHostility} hostile={hostile} />
        </section>
        <section class="card" aria-label="New game and record">
          <NewGame game={game} onResize={byHand(state.resize)} onStart={start} />
          <div class="button-row">
            <button
              type="button"
              class="button"
              disabled={game.takenOver}
              onClick={() => download(`2048-${nameOfSize(game.size)}-${game.seed}.jsonl`, recordLine(game))}
            >
              <Icon name="download" /> {hostile ? "Download duel record" : "Download record"}
            </button>
            {game.takenOver ? (
              <a class="button" href={hashOfPosition(game.now.board)}>
                <Icon name="analyse" /> Analyse this position
              </a>
            ) : (
              <button type="button" class="button" onClick={analyse} disabled={game.now.moves === 0}>
                <Icon name="analyse" /> Analyse this game
              </button>
            )}
          </div>
        </section>
        <KeysHelp list={keys} />
      </aside>
    </main>
  );
}
