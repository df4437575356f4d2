// The subset of Markdown that model cards use: headings, paragraphs and code. Everything else is shown as plain text.

interface Block {
  readonly kind: "heading" | "code" | "paragraph";
  readonly text: string;
}

/** The blocks of a text, line by line. */
export function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = [];
  let open: { kind: Block["kind"]; lines: string[] } | null = null;
  let fenced = false;
  const close = () => {
    const text = open?.lines.join("\n").trimEnd() ?? "";
    if (open !== null && text !== "") blocks.push({ kind: open.kind, text });
    open = null;
  };
  const add = (kind: Block["kind"], line: string) => {
    if (open !== null && open.kind !== kind) close();
    open ??= { kind, lines: [] };
    open.lines.push(line);
  };
  for (const line of markdown.split("\n")) {
    if (line.startsWith("```")) {
      close();
      fenced = !fenced;
    } else if (fenced) add("code", line);
    else if (/^#{1,6} /.test(line)) {
      close();
      blocks.push({ kind: "heading", text: line.replace(/^#+ /, "") });
    } else if (line.startsWith("    ")) add("code", line.slice(4));
    else if (line.trim() === "") close();
    else add("paragraph", line);
  }
  close();
  return blocks;
}

export function Markdown({ text }: { readonly text: string }) {
  return (
    <div class="markdown">
      {blocksOf(text).map(({ kind, text }, at) =>
        kind === "heading" ? (
          <h4 key={at}>{text}</h4>
        ) : kind === "code" ? (
          <pre key={at} tabIndex={0}>
            <code>{text}</code>
          </pre>
        ) : (
          <p key={at}>{text}</p>
        ),
      )}
    </div>
  );
}
