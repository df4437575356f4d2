// The settings of a match and of the opponent.
import type { Choices } from "../api/duel.ts";
import { formatMilliseconds, formatWhole } from "../format.ts";
import {
  type DuelRule,
  duelRules,
  type DuelStart,
  duelStarts,
  type DuelTerms,
  type Role,
  roles,
} from "../game/duel.ts";
import { allSizes, type Size } from "../game/size.ts";
import { EngineSelect } from "../parts/engine-select.tsx";
import { NoEngine, useDuelSizes } from "../parts/engines.tsx";
import { Icon } from "../parts/icon.tsx";
import { Select } from "../parts/select.tsx";
import { SizeSelect } from "../parts/size-select.tsx";
import type { Opponent, Thinking } from "./opponent.ts";
import { lookahead, optionsOf } from "./strength.ts";

/** What the next match will be. */
export interface Setup extends DuelTerms {
  readonly person: Role;
}

const roleNames: Readonly<Record<Role, string>> = {
  attack: "Attack: place the tiles",
  defend: "Defend: slide the tiles",
};
const ruleNames: Readonly<Record<DuelRule, string>> = { "2or4": "2 or 4", "2": "Only 2" };
const startNames: Readonly<Record<DuelStart, string>> = { empty: "Empty board", two: "Two tiles" };

const optionsFrom = <Value extends string>(values: readonly Value[], names: Readonly<Record<Value, string>>) =>
  values.map((value) => ({ value, label: names[value] }));

const workInWords = ({ plies, nodes, ms }: Choices) =>
  `${lookahead(plies)} · ${formatWhole(nodes)} nodes · ${formatMilliseconds(ms)}`;

interface SetupCardProps {
  /** Whether the tab is shown. */
  readonly active: boolean;
  readonly setup: Setup;
  /** Whether the settings are those of the current match. */
  readonly applied: boolean;
  readonly onSetup: (setup: Setup) => void;
  readonly onStart: () => void;
  /** The terms of the current match, which the opponent is for. */
  readonly terms: DuelTerms;
  readonly opponent: Opponent;
  readonly thinking: Thinking;
  readonly strengthName: string;
  readonly onStrength: (name: string) => void;
}

export function SetupCard(props: SetupCardProps) {
  const { active, setup, applied, onSetup, onStart, terms, opponent, thinking, strengthName, onStrength } = props;
  const sizes = useDuelSizes();
  const { work } = thinking;
  const shownSizes = allSizes.filter((size) => sizes.includes(size) || size === setup.size);
  const change = (part: Partial<Setup>) => onSetup({ ...setup, ...part });
  return (
    <section class="card" aria-label="Match settings">
      <div class="duel-fields">
        <Select
          label="You"
          value={setup.person}
          options={optionsFrom(roles, roleNames)}
          onChange={(person) => change({ person: person as Role })}
        />
        <SizeSelect size={setup.size} among={shownSizes} onChange={(size: Size) => change({ size })} />
        <Select
          label="Attacker places"
          value={setup.rule}
          options={optionsFrom(duelRules, ruleNames)}
          onChange={(rule) => change({ rule: rule as DuelRule })}
        />
        <Select
          label="Start"
          value={setup.from}
          options={optionsFrom(duelStarts, startNames)}
          onChange={(from) => change({ from: from as DuelStart })}
        />
      </div>
      {!applied && (
        <div class="duel-next">
          <p class="quiet">These settings apply to the next match.</p>
          <button type="button" class="button" onClick={onStart}>
            <Icon name="again" /> Start it now
          </button>
        </div>
      )}
      <div class="duel-opponent">
        <EngineSelect active={active} />
        <Select label="Opponent" value={strengthName} options={optionsOf(opponent.kind)} onChange={onStrength} />
      </div>
      {opponent.engine === null ? (
        <NoEngine size={terms.size} duel={terms.rule} />
      ) : opponent.kind === "exact" ? (
        <p class="quiet">Exact values from {opponent.engine.name}</p>
      ) : (
        <p class="quiet">
          A ply is one action of one side, a round is a slide and a placement.{" "}
          {work !== null && `Last reply of ${opponent.engine.name}: ${workInWords(work)}`}
        </p>
      )}
    </section>
  );
}
