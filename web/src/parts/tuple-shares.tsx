// The tuples of a network as small boards, coloured by what each contributes to a value.
import { formatCompact } from "../format.ts";
import { cellsOf, type Size } from "../game/size.ts";
import "./tuple-shares.css";

/** A number for some cells of the board. */
export interface Tint {
  readonly cells: readonly number[];
  readonly amount: number;
}

export interface ShownTuple extends Tint {
  /** How much learning changes the amount; null if that is not known. */
  readonly change: number | null;
}

/** The cells of a tuple from its name, one hexadecimal digit per cell. */
export function cellsOfTuple(name: string): number[] {
  return [...name].map((digit) => parseInt(digit, 16));
}

/** Three significant digits and always a sign: +12.3, −1.25K. */
export function formatSigned(value: number): string {
  return `${value < 0 ? "\u2212" : "+"}${formatCompact(Math.abs(value))}`;
}

/**
 * The sum of the tints on each cell, each tint spread evenly over its cells: a picture of which cells matter, since a
 * network values patterns, not single cells.
 */
export function cellSums(tints: readonly Tint[], size: Size): number[] {
  const sums = new Array<number>(cellsOf(size)).fill(0);
  for (const { cells, amount } of tints)
    for (const cell of cells) sums[cell] = (sums[cell] ?? 0) + amount / cells.length;
  return sums;
}

export const largest = (amounts: readonly number[]) =>
  amounts.reduce((max, amount) => Math.max(max, Math.abs(amount)), 0);

interface TintedBoardProps {
  readonly size: Size;
  /** The number of each cell; null for cells that are not coloured. */
  readonly amounts: readonly (number | null)[];
  /** The amount with the full colour. */
  readonly full: number;
  /** Tiles to write on the coloured cells. */
  readonly tiles?: readonly number[];
}

export function TintedBoard({ size, amounts, full, tiles }: TintedBoardProps) {
  return (
    <span class="tinted-board" style={{ "--rows": size.rows, "--columns": size.columns }} aria-hidden="true">
      {amounts.map((amount, cell) => (
        <span
          key={cell}
          {...(amount === null
            ? {}
            : {
                "data-sign": amount < 0 ? "minus" : "plus",
                // By its root, so that smaller amounts are still coloured.
                style: { "--amount": `${full === 0 ? 0 : Math.round(100 * Math.sqrt(Math.abs(amount) / full))}%` },
              })}
        >
          {amount !== null && tiles?.[cell] ? tiles[cell] : ""}
        </span>
      ))}
    </span>
  );
}

/** The board with one tint. */
export function TintBoard({ tint, ...rest }: Omit<TintedBoardProps, "amounts"> & { readonly tint: Tint }) {
  const amounts = Array.from({ length: cellsOf(rest.size) }, (_, cell) =>
    tint.cells.includes(cell) ? tint.amount : null,
  );
  return <TintedBoard {...rest} amounts={amounts} />;
}

export function TintKey() {
  return (
    <p class="tint-key">
      <span>adds to the value</span> <span data-sign="minus">takes from it</span>
    </p>
  );
}

interface TupleSharesProps {
  readonly size: Size;
  readonly tuples: readonly ShownTuple[];
  readonly tiles?: readonly number[];
  /** The tuple whose images are shown below. */
  readonly open?: number | null;
  readonly onOpen?: (index: number) => void;
}

export function TupleShares({ size, tuples, tiles, open = null, onOpen }: TupleSharesProps) {
  const full = largest(tuples.map(({ amount }) => amount));
  return (
    <ul class="tuple-shares" aria-label="Shares of the tuples">
      {tuples.map((tuple, index) => {
        const { amount, change } = tuple;
        const content = (
          <>
            <span class="visually-hidden">Tuple {index + 1}: </span>
            <TintBoard size={size} tint={tuple} full={full} {...(tiles === undefined ? {} : { tiles })} />
            <span class="tuple-number">{formatSigned(amount)}</span>
            {change !== null && (
              <span class="tuple-change" data-sign={change < 0 ? "minus" : "plus"}>
                {formatSigned(change)} learned
              </span>
            )}
          </>
        );
        return (
          <li key={index}>
            {onOpen === undefined ? (
              <div class="tuple-share">{content}</div>
            ) : (
              <button type="button" class="tuple-share" aria-expanded={open === index} onClick={() => onOpen(index)}>
                {content}
              </button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
