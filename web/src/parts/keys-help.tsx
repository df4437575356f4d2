// The keyboard shortcuts of a tab, collapsed by default.

export interface KeyMeaning {
  readonly keys: readonly string[];
  readonly meaning: string;
}

export function KeysHelp({ list }: { readonly list: readonly KeyMeaning[] }) {
  return (
    <details class="fold keys-help">
      <summary>Keys</summary>
      <dl>
        {list.map(({ keys, meaning }) => (
          <div key={meaning}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
