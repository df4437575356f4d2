// Graph of the expected final score over a game, with its mistakes; also a slider through the moves.
import { useRef, useState } from "preact/hooks";
import { formatCompact, formatDecimals, formatWhole } from "../format.ts";
import { columnsOf, pathOf, ticksUpTo } from "./curve.ts";
import type { ReviewedGame } from "./review.ts";
import "./graph.css";

/** In units of the drawing, which is stretched to the available space. */
const width = 1000;
const height = 300;

/** Number of mistakes marked in the graph: those with the largest losses. */
const marked = 10;

interface GraphProps {
  readonly reviewed: ReviewedGame;
  readonly index: number;
  readonly decimals: number;
  readonly onJump: (index: number) => void;
}

export function Graph({ reviewed, index, decimals, onJump }: GraphProps) {
  const { game, review, grades, mistakes } = reviewed;
  const [hovered, setHovered] = useState<number | null>(null);
  const plot = useRef<HTMLDivElement>(null);
  const count = review.values.length;
  const scores = game.moments.slice(0, count).map((moment) => moment.score);
  const ticks = ticksUpTo(review.values.reduce((max, value) => Math.max(max, value), game.record.score));
  const top = ticks.at(-1) ?? 1;
  const share = (at: number) => at / Math.max(count - 1, 1);
  const inWords = (at: number) => {
    const loss = review.losses[at] ?? 0;
    const cost = grades[at] === "good" ? "" : `, lost ${formatDecimals(loss, decimals)}`;
    return `Move ${at + 1}: expected ${formatWhole(review.values[at] ?? 0)}${cost}`;
  };

  const indexAt = (event: PointerEvent): number => {
    const box = plot.current?.getBoundingClientRect();
    if (box === undefined) return 0;
    const at = Math.round(((event.clientX - box.left) / box.width) * (count - 1));
    return Math.min(Math.max(at, 0), count - 1);
  };
  const jump = (event: PointerEvent) => {
    onJump(indexAt(event));
    setHovered(indexAt(event));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const page = Math.max(10, Math.round(count / 20));
    const targets: Record<string, number> = {
      ArrowLeft: index - 1,
      ArrowDown: index - 1,
      ArrowRight: index + 1,
      ArrowUp: index + 1,
      PageDown: index - page,
      PageUp: index + page,
      Home: 0,
      End: count - 1,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    onJump(Math.min(Math.max(target, 0), count - 1));
  };
  const pointed = hovered ?? Math.min(index, count - 1);

  return (
    <figure class="graph">
      <figcaption>
        <span class="graph-key" data-curve="expected">
          Expected final score
        </span>
        <span class="graph-key" data-curve="score">
          Score so far
        </span>
      </figcaption>
      <div class="graph-body">
        <div class="graph-ticks" aria-hidden="true">
          {ticks.map((tick) => (
            <span key={tick} style={{ bottom: `${(100 * tick) / top}%` }}>
              {formatCompact(tick)}
            </span>
          ))}
        </div>
        <div
          class="graph-plot"
          ref={plot}
          role="slider"
          tabIndex={0}
          data-own-keys
          aria-label="Moves of the game"
          aria-valuemin={1}
          aria-valuemax={count}
          aria-valuenow={Math.min(index, count - 1) + 1}
          aria-valuetext={inWords(Math.min(index, count - 1))}
          onKeyDown={onKeyDown}
          onPointerDown={jump}
          onPointerMove={(event) => (event.buttons & 1 ? jump(event) : setHovered(indexAt(event)))}
          onPointerLeave={() => setHovered(null)}
        >
          <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
            {ticks.map((tick) => (
              <line
                key={tick}
                class="graph-line"
                x1={0}
                x2={width}
                y1={height * (1 - tick / top)}
                y2={height * (1 - tick / top)}
              />
            ))}
            <path class="graph-score" d={pathOf(scores, width, height, top)} />
            <path class="graph-expected" d={pathOf(review.values, width, height, top)} />
          </svg>
          {mistakes.slice(0, marked).map((mistake) => (
            <span
              key={mistake.index}
              class="graph-mistake"
              style={{
                left: `${100 * share(mistake.index)}%`,
                bottom: `${(100 * (review.values[mistake.index] ?? 0)) / top}%`,
              }}
            />
          ))}
          <span class="graph-cursor" style={{ left: `${100 * share(Math.min(index, count - 1))}%` }} />
          {hovered !== null && <span class="graph-cursor" data-hover style={{ left: `${100 * share(hovered)}%` }} />}
        </div>
      </div>
      <Strip reviewed={reviewed} />
      <p class="graph-words">{inWords(pointed)}</p>
    </figure>
  );
}

/** Where the mistakes are in the game: one stroke per range of moves, coloured by the worst of them. */
function Strip({ reviewed: { grades } }: { readonly reviewed: ReviewedGame }) {
  const order = ["good", "inaccuracy", "mistake", "blunder"] as const;
  const columns = columnsOf(grades.map((grade) => order.indexOf(grade)));
  return (
    <svg class="strip" viewBox={`0 0 ${columns.length} 1`} preserveAspectRatio="none" aria-hidden="true">
      {columns.map(({ high }, column) => (
        <rect key={column} x={column} width={1.05} height={1} data-grade={order[high]} />
      ))}
    </svg>
  );
}
