// The list of recipes in groups, with their descriptions and requirements.
import type { Recipe } from "../api/training.ts";
import { formatCompact, formatDuration, formatMegabytes } from "../format.ts";

interface RecipeListProps {
  readonly recipes: readonly Recipe[];
  /** Available memory of the server, in megabytes. */
  readonly memory: number;
  readonly chosen: string | null;
  readonly onChoose: (name: string) => void;
}

/** The groups in the order in which they are listed; recipes of older servers have none. */
const groups: readonly { readonly group: string | undefined; readonly title: string | null }[] = [
  { group: "first", title: "First run" },
  { group: "small", title: "Small boards" },
  { group: "papers", title: "From papers" },
  { group: "other", title: "Other" },
  { group: undefined, title: null },
];

const isKnown = (group: string | undefined) => groups.some((known) => known.group === group);

/** Why a recipe cannot be started; null if it can. */
export function obstacleOf({ error, memory_mb = 0 }: Recipe, memory: number): string | null {
  if (error !== undefined) return error;
  if (memory_mb <= memory) return null;
  return `Needs ${formatMegabytes(memory_mb)} of memory, but only ${formatMegabytes(memory)} is free.`;
}

/** The recipe to begin with: of the group for a first run, or the quickstart; null if it cannot be started. */
export function firstRecipe(recipes: readonly Recipe[], memory: number): string | null {
  const possible = recipes.filter((recipe) => obstacleOf(recipe, memory) === null);
  const first = possible.find(({ group }) => group === "first");
  return (first ?? possible.find(({ name }) => name === "quickstart.toml"))?.name ?? null;
}

/** The estimated seconds of a recipe for a budget; null if unknown. */
export function estimatedSeconds({ seconds, actions }: Recipe, budget: number | undefined): number | null {
  if (seconds == null || actions === undefined || actions <= 0) return null;
  return (seconds * (budget ?? actions)) / actions;
}

/** A rough time: an estimate of 83 s is "about 1 min". */
export function aboutTime(seconds: number): string {
  const unit = [86_400, 3600, 60, 1].find((unit) => seconds >= unit) ?? 1;
  return `about ${formatDuration(Math.max(1, Math.round(seconds / unit)) * unit)}`;
}

export function RecipeList({ recipes, memory, chosen, onChoose }: RecipeListProps) {
  const itemOf = (recipe: Recipe) => {
    const { name, description, board, actions, memory_mb, disk_mb } = recipe;
    const obstacle = obstacleOf(recipe, memory);
    const seconds = estimatedSeconds(recipe, undefined);
    return (
      <label key={name} class="recipe" data-possible={obstacle === null}>
        <input type="radio" name="recipe" value={name} checked={name === chosen} onChange={() => onChoose(name)} />
        <span class="recipe-name">{name.replace(/\.toml$/, "")}</span>
        {description !== undefined && <span class="quiet">{description}</span>}
        {obstacle !== null && <span class="error">{obstacle}</span>}
        {actions !== undefined && (
          <span class="recipe-needs quiet">
            {board} · {formatCompact(actions)} actions · {seconds !== null && `${aboutTime(seconds)} · `}
            {formatMegabytes(memory_mb ?? 0)} memory · {formatMegabytes(disk_mb ?? 0)} disk
          </span>
        )}
      </label>
    );
  };
  return (
    <div class="recipes" role="radiogroup" aria-label="Recipe" tabIndex={-1}>
      {groups.map(({ group, title }) => {
        const members = recipes.filter((recipe) => (isKnown(recipe.group) ? recipe.group : "other") === group);
        return members.length === 0 ? null : (
          <div key={title} class="recipe-group">
            {title !== null && <h3>{title}</h3>}
            {members.map(itemOf)}
          </div>
        );
      })}
    </div>
  );
}
