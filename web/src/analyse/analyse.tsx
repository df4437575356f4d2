// The Analyse tab: analyses any position while it is edited, and reviews recorded games move by move.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { type Board, emptyBoard, resized, tileAt } from "../game/board.ts";
import type { Direction } from "../game/direction.ts";
import { parseAnyBoard, parseBoard } from "../game/notation.ts";
import type { RecordedGame } from "../game/record.ts";
import { type Size, defaultSize } from "../game/size.ts";
import { useAnalysis } from "../parts/analysis.ts";
import { Arrows } from "../parts/arrow.tsx";
import { BoardView } from "../parts/board-view.tsx";
import { defaultEffortName, effortOf, isEffortName } from "../parts/effort-select.tsx";
import { Icon } from "../parts/icon.tsx";
import { useEngine, useSizeOfEngine } from "../parts/engines.tsx";
import { useKeptState } from "../parts/kept-state.ts";
import { KeysHelp } from "../parts/keys-help.tsx";
import { SizeSelect } from "../parts/size-select.tsx";
import { bestMoves } from "../quality.ts";
import { hashOfPosition, type Position } from "../route.ts";
import { keysOfAnalysis, useAnalysisKeys } from "./analysis-keys.ts";
import { BoardButtons } from "./board-buttons.tsx";
import { useEditing } from "./editing.ts";
import { Editor } from "./editor.tsx";
import { Evaluation } from "./evaluation.tsx";
import { ExerciseCard } from "./exercise-card.tsx";
import { isSolved, useExercises } from "./exercise.ts";
import { useLine } from "./line.ts";
import { ExplainPanel } from "./explain-panel.tsx";
import { Loader } from "./loader.tsx";
import { Palette } from "./palette.tsx";
import { PositionText } from "./position-text.tsx";
import { maxReviewDepth, ReviewPanel } from "./review-panel.tsx";
import { useReview } from "./review.ts";
import { Share } from "../parts/share.tsx";
import { SpawnChooser } from "./spawn-chooser.tsx";
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
  const { game } = line;
  const editing = useEditing(line);
  const { moment } = editing;
  const { board } = moment;
  const stage = useRef<HTMLElement>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const [effortName, setEffortName] = useKeptState("analyse.effort", defaultEffortName, isEffortName);
  // One depth for board and review, as far as a review can go.
  const wanted = effortOf(effortName);
  const depth = Math.min("depth" in wanted ? wanted.depth : maxReviewDepth, maxReviewDepth);

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
  const decimals = gameEngine?.decimals ?? 1;
  const guessing = exercise !== null && !isSolved(exercise, analysis, decimals);

  const show = (next: Board) => {
    exercises.end();
    setWrong(null);
    editing.drop();
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
    editing.end();
    setWrong(null);
    line.load(loaded);
  };
  const jump = (index: number) => {
    exercises.end();
    editing.end();
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
    editing.end();
    if (index !== null) line.jump(index);
    window.scrollTo({ top: 0 });
  };
  const leave = () => {
    exercises.end();
    return exercise !== null;
  };
  /** Applies to the editor while it is open. */
  const change = (step: "undo" | "redo") => () => {
    exercises.end();
    (editing.on ? editing : line)[step]();
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
  useAnalysisKeys({
    active,
    line,
    editing,
    guessing,
    move,
    jump,
    edit: editing.begin,
    undo: change("undo"),
    redo: change("redo"),
    leave,
  });

  return (
    <main class="tab analyse" hidden={!active}>
      <h1 class="visually-hidden">Analyse</h1>
      <section class="stage" aria-label="Board" ref={stage}>
        <div class="stage-head" hidden={exercise !== null}>
          <SizeSelect size={board.size} onChange={(size) => show(resized(board, size))} />
          <button
            type="button"
            class="button"
            aria-pressed={editing.on}
            onClick={editing.on ? editing.finish : editing.begin}
          >
            <Icon name="edit" /> Edit
          </button>
          {editing.on ? (
            <button type="button" class="button" onClick={() => show(emptyBoard(board.size))}>
              <Icon name="close" /> Clear
            </button>
          ) : (
            <Share />
          )}
        </div>
        <BoardView moment={moment} {...(editing.on ? {} : { onSwipe: move })}>
          {!guessing && !editing.on && analysis !== null && engine !== null && (
            <Arrows directions={bestMoves(analysis, engine.decimals)} />
          )}
          {guessing && exercise.guess !== null && analysis !== null && (
            <Arrows directions={[exercise.guess]} tone="wrong" />
          )}
          {exercise === null && !editing.on && (
            <SpawnChooser moment={moment} marked={!line.onGame} onChoose={line.chooseSpawn} />
          )}
          {editing.on && <Editor board={board} editing={editing} />}
        </BoardView>
        {editing.on && <Palette size={board.size} tile={tileAt(board, editing.cell)} onChoose={editing.put} />}
        <p class="error" role="alert">
          {editing.error}
        </p>
        {exercise === null ? (
          <>
            <BoardButtons line={line} editing={editing} onUndo={change("undo")} onRedo={change("redo")} />
            {!editing.on && <Stepper line={line} onJump={jump} />}
            {!editing.on && moment.last !== null && !line.onGame && (
              <p class="quiet spawn-help">
                Click or tap a cell to put the new tile there; for a 4, right-click or hold.
              </p>
            )}
          </>
        ) : (
          <ExerciseCard
            exercise={exercise}
            exercises={exercises}
            analysis={analysis}
            decimals={decimals}
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
              onJump={jump}
              onMistake={jumpInSight}
              onExercise={() => tryAgain(0)}
              onClose={line.unload}
            />
          )}
        </section>
        {engine?.kind === "model" && !guessing && !editing.on && (
          <ExplainPanel active={active} moment={moment} engine={engine} best={analysis?.best ?? null} />
        )}
        <KeysHelp list={keysOfAnalysis} />
      </div>
    </main>
  );
}
