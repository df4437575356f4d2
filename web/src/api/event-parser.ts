// Parses server-sent events from a stream that arrives in arbitrary pieces (HTML Standard, 9.2.6).

export interface ServerEvent {
  readonly name: string;
  readonly data: string;
}

export class EventParser {
  private rest = "";
  private name = "";
  private data: string[] = [];

  /** Takes the next piece and returns the events that it completes. */
  push(text: string): ServerEvent[] {
    const events: ServerEvent[] = [];
    // A trailing \r may be the first half of \r\n, whose second half comes with the next piece.
    const lines = (this.rest + text).split(/\r\n|\n|\r(?!$)/);
    this.rest = lines.pop() ?? "";
    for (const line of lines) {
      const event = this.take(line);
      if (event !== null) events.push(event);
    }
    return events;
  }

  private take(line: string): ServerEvent | null {
    if (line === "") return this.complete();
    const colon = line.indexOf(":");
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (field === "event") this.name = value;
    else if (field === "data") this.data.push(value);
    return null;
  }

  private complete(): ServerEvent | null {
    const event = this.data.length === 0 ? null : { name: this.name || "message", data: this.data.join("\n") };
    this.name = "";
    this.data = [];
    return event;
  }
}
