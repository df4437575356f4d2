// The Watch tab: the engine plays one game after the other at a selectable speed, with statistics of the games.
import { useState } from "preact/hooks";
import { formatDecimals, formatWhole } from "../format.ts";
import { emptyBoard } from "../game/board.ts";
import { firstMoment, type Moment } from "../game/moment.ts";
import { nameOfSize, type Size, sizeOfName, defaultSize } from "../game/size.ts";
import { isOver } from "../game/slide.ts";
import { Arrows } from "../parts/arrow.tsx";
import { BoardView } from "../parts/board-view.tsx";
import { effortOf, EffortSelect, isEffortName } from "../parts/effort-select.tsx";
import { Figures } from "../parts/figures.tsx";
import { Icon } from "../parts/icon.tsx";
import { NoEngine, useEngine, useSizeOfEngine } from "../parts/engines.tsx";
import { useKeptState } from "../parts/kept-state.ts";
import { useKeys } from "../parts/keys.ts";
import { KeysHelp } from "../parts/keys-help.tsx";
import { useAsleep } from "../parts/sleep.ts";
import { maxAnimatedSpeed, SpeedSlider, useKeptSpeed } from "../parts/speed.tsx";
import { HiddenValues, Values, ValuesTitle } from "../parts/values.tsx";
import { Work } from "../parts/work.tsx";
import { bestMoves } from "../quality.ts";
import { ConnectionNote } from "./connection-note.tsx";
import type { LiveGame } from "./live-game.ts";
import { StatisticsCard } from "./statistics-card.tsx";
import { WatchStart } from "./watch-start.tsx";
import { useWatchedGames } from "./watched-games.ts";
import "./watch.css";

const keys = [
  { keys: ["Space"], meaning: "pause or resume" },
  { keys: ["→"], meaning: "one move (when paused)" },
  { keys: ["N"], meaning: "new game" },
  { keys: ["T"], meaning: "take over the game" },
];

/** Milliseconds after which the stream to a hidden page is closed. */
const hiddenLimit = 30_000;

const isSizeName = (kept: unknown): kept is string => typeof kept === "string" && sizeOfName(kept) !== null;

function formatPace(movesPerSecond: number): string {
  if (movesPerSecond === 0) return "–";
  return movesPerSecond < 10 ? formatDecimals(movesPerSecond, 1) : formatWhole(movesPerSecond);
}

function figuresOf(live: LiveGame | null, pace: string): readonly (readonly [string, string])[] {
  return [
    ["Score", formatWhole(live?.moment.score ?? 0)],
    ["Game", formatWhole((live?.number ?? 0) + 1)],
    ["Move", formatWhole(live?.turn ?? 0)],
    ["Moves / s", pace],
  ];
}

interface WatchProps {
  /** Whether the tab is shown. */
  readonly active: boolean;
  readonly onTakeOver: (moment: Moment) => void;
}

export function Watch({ active, onTakeOver }: WatchProps) {
  const [paused, setPaused] = useState(false);
  const [sizeName, setSizeName] = useKeptState("watch.size", nameOfSize(defaultSize), isSizeName);
  const [effortName, setEffortName] = useKeptState("watch.effort", "depth 1", isEffortName);
  const [speed, setSpeed] = useKeptSpeed("watch.speed");
  const size = sizeOfName(sizeName) ?? defaultSize;
  const resize = (next: Size) => setSizeName(nameOfSize(next));
  const engine = useEngine(size);
  const asleep = useAsleep(hiddenLimit);
  const playing = active && !paused && !asleep;
  const games = useWatchedGames(playing, engine, effortOf(effortName), speed);
  const { live } = games;
  const moment = live?.moment ?? null;
  const over = moment !== null && isOver(moment.board);
  const bests = paused && !over && live?.analysis != null ? bestMoves(live.analysis, engine?.decimals ?? 0) : [];
  useSizeOfEngine(size, resize, true);

  const start = (seed: number | null) => {
    setPaused(false);
    games.start(seed);
  };
  const takeOver = () => {
    if (moment === null || over) return;
    setPaused(true);
    onTakeOver(moment);
  };
  useKeys(active && engine !== null, (key) => {
    if (key === " ") setPaused(!paused);
    else if (key === "ArrowRight" && paused) games.step();
    else if (key === "n") start(null);
    else if (key === "t") takeOver();
    else return false;
    return true;
  });

  return (
    <main class="tab watch" hidden={!active}>
      <h1 class="visually-hidden">Watch</h1>
      <section class="stage" aria-label="Board">
        <div class="stage-head">
          <Figures
            class="scores watch-figures"
            list={figuresOf(live, formatPace(playing ? games.movesPerSecond : 0))}
          />
        </div>
        <BoardView moment={moment ?? firstMoment(emptyBoard(size))} animated={paused || speed <= maxAnimatedSpeed}>
          <Arrows directions={bests} />
        </BoardView>
        <div class="actions">
          <button type="button" class="button primary" onClick={() => setPaused(!paused)} disabled={engine === null}>
            <Icon name={paused ? "play" : "pause"} /> {paused ? "Resume" : "Pause"}
          </button>
          <button
            type="button"
            class="button"
            onClick={games.step}
            disabled={!paused || moment === null || over || engine === null}
          >
            <Icon name="forward" /> Step
          </button>
          <button type="button" class="button" onClick={() => start(null)} disabled={engine === null}>
            <Icon name="again" /> New
          </button>
          <button type="button" class="button" onClick={takeOver} disabled={moment === null || over}>
            <Icon name="hand" /> Take over
          </button>
        </div>
        <ConnectionNote connection={games.connection} onAgain={games.connectAgain} />
      </section>
      <div class="panel">
        <section class="card" aria-label="Engine">
          {engine === null ? (
            <NoEngine size={size} />
          ) : (
            <>
              <ValuesTitle engine={engine} />
              {live?.analysis == null || live.analysis.best === null ? (
                <HiddenValues />
              ) : (
                <Values analysis={live.analysis} engine={engine} />
              )}
              <Work engine={engine} analysis={live?.analysis ?? null} />
              <div class="fields">
                {engine.kind === "model" && <EffortSelect name={effortName} onChange={setEffortName} />}
                <SpeedSlider speed={speed} onSpeed={setSpeed} />
              </div>
            </>
          )}
        </section>
        <StatisticsCard statistics={games.statistics} reset={games.reset} />
        <section class="card" aria-label="Settings">
          <WatchStart active={active} size={size} onResize={resize} onStart={start} />
        </section>
        <KeysHelp list={keys} />
      </div>
    </main>
  );
}
