// The match on the Duel tab: every change goes through here, is shown, and is saved for the next visit.
import { useEffect, useState } from "preact/hooks";
import { type DuelTerms, type Ply, type Role } from "../game/duel.ts";
import { defaultSize } from "../game/size.ts";
import { randomSeed } from "../game/spawn.ts";
import { useLatestState } from "../parts/latest-state.ts";
import { keep, recall } from "../storage.ts";
import { isTouched, type Match, newMatch, undone, withPly, withSwappedRoles } from "./match.ts";
import { matchOfText, textOfMatch } from "./match-text.ts";

export const defaultTerms: DuelTerms = { size: defaultSize, rule: "2or4", from: "empty" };

const key = "duel.match";

export interface MatchState {
  readonly match: Match;
  /** The current match, also between two renderings. */
  readonly latest: () => Match;
  readonly play: (ply: Ply) => void;
  /** Back to the previous decision of the person; before the first one of a match, to the match before it. */
  readonly undo: () => void;
  readonly canUndo: boolean;
  /** Begins the second game, once the first is over. */
  readonly swap: () => void;
  readonly start: (terms: DuelTerms, person: Role) => void;
  readonly show: (match: Match) => void;
}

const savedMatch = () => recall(key, (kept) => (typeof kept === "string" ? matchOfText(kept) : null));

/** Starts with the match of a link, if `shared` returns one, otherwise with that of the last visit. */
export function useMatchState(shared: () => Match | null): MatchState {
  const [match, change, latest] = useLatestState(
    () => shared() ?? savedMatch() ?? newMatch(defaultTerms, "attack", randomSeed()),
  );
  const [replaced, setReplaced] = useState<Match | null>(null);
  useEffect(() => keep(key, textOfMatch(match)), [match]);
  const replace = (next: Match) => {
    if (isTouched(latest())) setReplaced(latest());
    change(next);
  };
  const canReturn = replaced !== null && !isTouched(match);
  return {
    match,
    latest,
    play: (ply) => change(withPly(latest(), ply)),
    undo: () => change(canReturn ? replaced : undone(latest())),
    canUndo: canReturn || undone(match) !== match,
    swap: () => change(withSwappedRoles(latest())),
    start: (terms, person) => replace(newMatch(terms, person, randomSeed())),
    show: replace,
  };
}
