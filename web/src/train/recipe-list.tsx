// The list of recipes, with their descriptions and requirements.
import type { Recipe } from "../api/training.ts";
import { formatCompact, formatMegabytes } from "../format.ts";

interface RecipeListProps {
  readonly recipes: readonly Recipe[];
  /** Available memory of the server, in megabytes. */
  readonly memory: number;
  readonly chosen: string | null;
  readonly onChoose: (name: string) => void;
}

/** Why a recipe cannot be started; null if it can. */
export function obstacleOf({ error, memory_mb = 0 }: Recipe, memory: number): string | null {
  if (error !== undefined) return error;
  if (memory_mb <= memory) return null;
  return `Needs ${formatMegabytes(memory_mb)} of memory, but only ${formatMegabytes(memory)} is free.`;
}

export function RecipeList({ recipes, memory, chosen, onChoose }: RecipeListProps) {
  return (
    <div class="recipes" role="radiogroup" aria-label="Recipe">
      {recipes.map((recipe) => {
        const { name, description, board, actions, memory_mb, disk_mb } = recipe;
        const obstacle = obstacleOf(recipe, memory);
        return (
          <label key={name} class="recipe" data-possible={obstacle === null}>
            <input type="radio" name="recipe" value={name} checked={name === chosen} onChange={() => onChoose(name)} />
            <span class="recipe-name">{name.replace(/\.toml$/, "")}</span>
            {description !== undefined && <span class="quiet">{description}</span>}
            {obstacle !== null && <span class="error">{obstacle}</span>}
            {actions !== undefined && (
              <span class="recipe-needs quiet">
                {board} · {formatCompact(actions)} actions · {formatMegabytes(memory_mb ?? 0)} memory ·{" "}
                {formatMegabytes(disk_mb ?? 0)} disk
              </span>
            )}
          </label>
        );
      })}
    </div>
  );
}
