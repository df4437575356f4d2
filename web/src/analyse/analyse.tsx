// The Analyse tab: analyses any position while it is edited, and reviews recorded games move by move.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { type Board, emptyBoard, resized, tileAt, withTile } from "../game/board.ts";
import type { Direction } from "../game/direction.ts";
import { parseAnyBoard, parseBoard } from "../game/notation.ts";
import type { RecordedGame } from "../game/record.ts";
import { type Size, defaultSize } from "../game/size.ts";
import { useAnalysis } from "../parts/analysis.ts";
import { Arrow } from "../parts/arrow.tsx";
import { BoardView } from "../parts/board-view.tsx";
import { effortOf, isEffortName } from "../parts/effort-select.tsx";
import { Icon } from "../parts/icon.tsx";
import { useEngine, useSizeOfEngine } from "../parts/engines.tsx";
import { useKeptState } from "../parts/kept-state.ts";
import { KeysHelp } from "../parts/keys-help.tsx";
import { SizeSelect } from "../parts/size-select.tsx";
import { hashOfPosition, type Position } from "../route.ts";
import { keysOfAnalysis, useAnalysisKeys } from "./analysis-keys.ts";
import { Editor } from "./editor.tsx";
import { Evaluation } from "./evaluation.tsx";
import { ExerciseCard } from "./exercise-card.tsx";
import { isSolved, useExercises } from "./exercise.ts";
import { useLine } from "./line.ts";
import { Loader } from "./loader.tsx";
import { Palette } from "./palette.tsx";
import { PositionText } from "./position-text.tsx";
import { isReviewDepth, ReviewPanel } from "./review-panel.tsx";
import { useReview } from "./review.ts";
import { Share } from "./share.tsx";
import { Stepper } from "./stepper.tsx";
import "./analyse.css";

const example = parseBoard("2 4 8 16 2 4 8 0 0 0 0 0 0 0 0 0", defaultSize);

/** Milliseconds from a change of the board to the request to analyse it. */
const delay = 120;

interface AnalyseProps {
  /** Whether the tab is shown. */
  readonly active: boolean;
  /** The position in the address. */
  readonly position: Position | null;
  /** A game from the Play tab. */
  readonly incoming: RecordedGame | null;
}

export function Analyse({ active, position, incoming }: AnalyseProps) {
  const line = useLine(position?.board ?? example);
  const { game, moment } = line;
  const { board } = moment;
  const stage = useRef<HTMLElement>(null);
  const [editing, setEditing] = useState(false);
  const [cell, setCell] = useState(0);
  const [wrong, setWrong] = useState<string | null>(null);
  const [effortName, setEffortName] = useKeptState("analyse.effort", "depth 3", isEffortName);
  const [depth, setDepth] = useKeptState<number>("analyse.depth", 2, isReviewDepth);

  const engine = useEngine(board.size);
  const gameEngine = useEngine(game?.size ?? board.size);
  const review = useReview(game, gameEngine, depth);
  const exercises = useExercises(review.state === "ready" ? review.reviewed : null);
  const { exercise } = exercises;
  // An exercise uses the depth of the review, so that both find the same best move.
  const effort = useMemo(
    () => (exercise === null ? effortOf(effortName) : { depth }),
    [exercise === null, effortName, depth],
  );
  const evaluation = useAnalysis(active ? board : null, engine, effort, delay);
  const analysis = evaluation.fresh ? evaluation.analysis : null;
  const guessing = exercise !== null && !isSolved(exercise, analysis);

  const show = (next: Board) => {
    exercises.end();
    setWrong(null);
    if (next.size !== board.size) setCell(0);
    line.show(next);
  };
  const showText = (text: string) => {
    try {
      show(parseAnyBoard(text, board.size));
    } catch (reason) {
      setWrong((reason as Error).message);
    }
  };
  const load = (loaded: RecordedGame) => {
    exercises.end();
    setEditing(false);
    setWrong(null);
    line.load(loaded);
  };
  const jump = (index: number) => {
    exercises.end();
    setEditing(false);
    line.jump(index);
  };
  /** Also scrolls to the board: on a phone the list of mistakes is far below it. */
  const jumpInSight = (index: number) => {
    jump(index);
    if ((stage.current?.getBoundingClientRect().top ?? 0) < 0) window.scrollTo({ top: 0 });
  };
  const move = (direction: Direction) => {
    if (guessing) return exercises.guess(direction);
    exercises.end();
    line.play(direction);
  };
  const tryAgain = (rank: number) => {
    const index = exercises.begin(rank);
    setEditing(false);
    if (index !== null) line.jump(index);
    window.scrollTo({ top: 0 });
  };
  const leave = () => {
    setEditing(false);
    exercises.end();
    return editing || exercise !== null;
  };

  const follow = (size: Size) => {
    line.unload();
    show(resized(board, size));
  };
  useSizeOfEngine(board.size, follow, position === null);
  useEffect(() => {
    if (incoming !== null) load(incoming);
  }, [incoming]);
  useEffect(() => {
    if (position === null) return;
    if (position.board !== null) show(position.board);
    setWrong(position.error);
  }, [position]);
  useEffect(() => {
    if (active) history.replaceState(null, "", hashOfPosition(board));
  }, [active, board]);
  useAnalysisKeys({ active, line, guessing, move, jump, toggleEditing: () => setEditing(!editing), leave });

  return (
    <main class="tab analyse" hidden={!active}>
      <h1 class="visually-hidden">Analyse</h1>
      <section class="stage" aria-label="Board" ref={stage}>
        <div class="stage-head" hidden={exercise !== null}>
          <SizeSelect size={board.size} onChange={(size) => show(resized(board, size))} />
          <button type="button" class="button" aria-pressed={editing} onClick={() => setEditing(!editing)}>
            <Icon name="edit" /> Edit
          </button>
          {editing ? (
            <button type="button" class="button" onClick={() => show(emptyBoard(board.size))}>
              <Icon name="close" /> Clear
            </button>
          ) : (
            <Share />
          )}
        </div>
        <BoardView moment={moment} {...(editing ? {} : { onSwipe: move })}>
          {!guessing && !editing && analysis?.best != null && <Arrow direction={analysis.best} tone="best" />}
          {guessing && exercise.guess !== null && analysis !== null && (
            <Arrow direction={exercise.guess} tone="wrong" />
          )}
          {editing && <Editor board={board} cell={cell} onCell={setCell} onChange={show} />}
        </BoardView>
        {editing && (
          <Palette
            size={board.size}
            tile={tileAt(board, cell)}
            onChoose={(tile) => show(withTile(board, cell, tile))}
          />
        )}
        {exercise === null ? (
          <Stepper line={line} onJump={jump} />
        ) : (
          <ExerciseCard
            exercise={exercise}
            exercises={exercises}
            analysis={analysis}
            decimals={gameEngine?.decimals ?? 1}
            onNext={() => tryAgain(exercise.rank + 1)}
          />
        )}
        <p class="visually-hidden" aria-live="polite">
          {analysis?.best != null && !guessing ? `Best move: ${analysis.best}` : ""}
        </p>
      </section>
      <div class="panel">
        <Evaluation
          size={board.size}
          engine={engine}
          state={evaluation}
          hidden={guessing}
          adjustable={exercise === null}
          effortName={effortName}
          onEffort={setEffortName}
          played={line.onGame ? (game?.moments[line.index + 1]?.last?.turn.move ?? null) : null}
          onChoose={move}
        />
        <section class="card" aria-label="Position and game">
          <PositionText board={board} error={wrong} onText={showText} />
          <Loader active={active} onLoad={load} onText={showText} />
          {game !== null && (
            <ReviewPanel
              game={game}
              engine={gameEngine}
              state={review}
              index={line.index}
              depth={depth}
              onDepth={setDepth}
              onJump={jump}
              onMistake={jumpInSight}
              onExercise={() => tryAgain(0)}
              onClose={line.unload}
            />
          )}
        </section>
        <KeysHelp list={keysOfAnalysis} />
      </div>
    </main>
  );
}
