// A row of named numbers.

interface FiguresProps {
  readonly class: string;
  readonly list: readonly (readonly [name: string, value: string])[];
}

export function Figures({ class: name, list }: FiguresProps) {
  return (
    <dl class={name}>
      {list.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
