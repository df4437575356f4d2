// The choice of a board size.
import { allSizes, favouriteSizes, nameOfSize, type Size, sizeOfName } from "../game/size.ts";
import { Select } from "./select.tsx";

const options = allSizes.map((size, index) => ({
  value: nameOfSize(size),
  label: `${size.rows} × ${size.columns}`,
  group: index < favouriteSizes ? "Often played" : "All others",
}));

export function SizeSelect({ size, onChange }: { readonly size: Size; readonly onChange: (size: Size) => void }) {
  const change = (name: string) => {
    const chosen = sizeOfName(name);
    if (chosen !== null) onChange(chosen);
  };
  return <Select label="Board" value={nameOfSize(size)} options={options} onChange={change} />;
}
