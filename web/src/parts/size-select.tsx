// Select for the board size.
import { allSizes, commonSizes, nameOfSize, type Size, sizeOfName } from "../game/size.ts";
import { Select } from "./select.tsx";

const optionOf = (size: Size) => ({ value: nameOfSize(size), label: `${size.rows} × ${size.columns}` });

const allOptions = allSizes.map((size, index) => ({
  ...optionOf(size),
  group: index < commonSizes ? "Common sizes" : "Other sizes",
}));

interface SizeSelectProps {
  readonly size: Size;
  /** The sizes to choose from; default: all. */
  readonly among?: readonly Size[];
  readonly onChange: (size: Size) => void;
}

export function SizeSelect({ size, among, onChange }: SizeSelectProps) {
  const options = among === undefined ? allOptions : among.map(optionOf);
  const change = (name: string) => {
    const chosen = sizeOfName(name);
    if (chosen !== null) onChange(chosen);
  };
  return <Select label="Board" value={nameOfSize(size)} options={options} onChange={change} />;
}
