// A labelled select element; options may be grouped.
import type { JSX } from "preact";
import { useId } from "preact/hooks";
import { Icon } from "./icon.tsx";
import { returnKeys } from "./keys.ts";

export interface Option {
  readonly value: string;
  readonly label: string;
  readonly group?: string;
}

interface SelectProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly Option[];
  readonly onChange: (value: string) => void;
  readonly disabled?: boolean;
}

export function Select({ label, value, options, onChange, disabled = false }: SelectProps) {
  const id = useId();
  const groups = [...new Set(options.map((option) => option.group))];
  const change = ({ currentTarget }: JSX.TargetedEvent<HTMLSelectElement>) => {
    onChange(currentTarget.value);
    returnKeys(currentTarget);
  };
  const optionsOf = (group: string | undefined) =>
    options
      .filter((option) => option.group === group)
      .map((option) => (
        <option key={option.value} value={option.value} selected={option.value === value}>
          {option.label}
        </option>
      ));
  return (
    <div class="field">
      <label class="field-label" for={id}>
        {label}
      </label>
      <span class="select">
        <select id={id} value={value} onChange={change} disabled={disabled}>
          {groups.map((group) =>
            group === undefined ? (
              optionsOf(group)
            ) : (
              <optgroup key={group} label={group}>
                {optionsOf(group)}
              </optgroup>
            ),
          )}
        </select>
        <Icon name="expand" />
      </span>
    </div>
  );
}
