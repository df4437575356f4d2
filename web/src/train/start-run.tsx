// Form to start a run: a recipe with changed keys, a budget, a seed, the number of threads and a name.
import { useEffect, useState } from "preact/hooks";
import { wasAborted } from "../api/request.ts";
import { type Recipes, recipes as fetchRecipes, type Run, type RunStart } from "../api/training.ts";
import { formatCompact } from "../format.ts";
import { SeedField, seedOf, wrongSeed } from "../parts/seed-field.tsx";
import { budgetOf, textOfBudget, wrongBudget } from "./budget.ts";
import { changesOf, type KeyTexts, RecipeKeys, wrongKeys } from "./recipe-keys.tsx";
import { aboutTime, estimatedSeconds, firstRecipe, obstacleOf, RecipeList } from "./recipe-list.tsx";

interface StartRunProps {
  readonly active: boolean;
  /** The current list of runs: messages about runs that have changed since are not shown. */
  readonly runs: readonly Run[];
  /** Starts the run and returns its id; throws an error with a message for the user. */
  readonly onStart: (start: RunStart) => Promise<string>;
}

/** Budget buttons, in addition to the default of the recipe. */
const presets = [1e7, 1e8] as const;

/** Milliseconds until estimates that the server did not have yet are asked for again. */
const estimateDelay = 2500;

const maxThreads = 1024;
const wrongThreads = `Threads must be a whole number from 1 to ${maxThreads}, or empty to use all.`;

function threadsOf(text: string): number | undefined | null {
  if (text.trim() === "") return undefined;
  const threads = /^\s*\d+\s*$/.test(text) ? Number(text) : NaN;
  return threads >= 1 && threads <= maxThreads ? threads : null;
}

type Outcome = { readonly started: string } | { readonly error: string } | null;

export function StartRun({ active, runs, onStart }: StartRunProps) {
  const [known, setKnown] = useState<Recipes | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [chosen, setChosen] = useState<string | null>(null);
  const [title, setTitle] = useState("");
  const [texts, setTexts] = useState<KeyTexts>({});
  const [budget, setBudget] = useState("");
  const [seed, setSeed] = useState("");
  const [threads, setThreads] = useState("");
  const [reading, setReading] = useState(false);
  const [starting, setStarting] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>(null);

  useEffect(() => {
    if (!active) return;
    const controller = new AbortController();
    fetchRecipes(controller.signal).then(
      (recipes) => {
        setKnown(recipes);
        setProblem(null);
      },
      (error: Error) => {
        if (!wasAborted(error)) setProblem(error.message);
      },
    );
    return () => controller.abort();
  }, [active, outcome]);

  // The server measures itself when recipes are first asked for: estimates come a little later.
  const measuring = known?.recipes.some(({ seconds }) => seconds === null) ?? false;
  useEffect(() => {
    if (!active || !measuring) return;
    const controller = new AbortController();
    const timer = setTimeout(() => fetchRecipes(controller.signal).then(setKnown, () => undefined), estimateDelay);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [active, measuring]);

  // An error such as "small-1 is running: stop it first" may no longer be true when a run changes its state.
  const states = runs.map(({ id, state }) => `${id} ${state}`).join("\n");
  useEffect(() => setOutcome((outcome) => (outcome !== null && "error" in outcome ? null : outcome)), [states]);

  if (known === null)
    return (
      <section class="card" aria-label="Start a run">
        <h2 class="card-title">Start a run</h2>
        <p class={problem === null ? "quiet" : "error"} role={problem === null ? undefined : "alert"}>
          {problem ?? "Loading the recipes …"}
        </p>
      </section>
    );
  const { recipes, available_memory_mb: memory } = known;
  const name = chosen ?? firstRecipe(recipes, memory);
  const recipe = recipes.find((recipe) => recipe.name === name) ?? null;
  const keys = recipe?.keys ?? [];
  const set = changesOf(keys, texts);
  const wanted = { actions: budgetOf(budget), seed: seedOf(seed), threads: threadsOf(threads) };
  const wrong =
    wanted.actions === null
      ? wrongBudget
      : wanted.seed === null
        ? wrongSeed
        : wanted.threads === null
          ? wrongThreads
          : set === null
            ? wrongKeys
            : null;
  const obstacle = recipe === null ? null : obstacleOf(recipe, memory);

  const start = (event: Event) => {
    event.preventDefault();
    const { actions, seed, threads } = wanted;
    if (name === null || actions === null || seed === null || threads === null || set === null) return;
    setStarting(true);
    setOutcome(null);
    const fields = {
      actions,
      seed,
      threads,
      name: title.trim() === "" ? undefined : title.trim(),
      set: Object.keys(set).length === 0 ? undefined : set,
    };
    const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
    onStart({ recipe: name, ...given })
      .then(
        (started) => {
          setOutcome({ started });
          setTitle("");
        },
        (error: Error) => setOutcome({ error: error.message }),
      )
      .finally(() => setStarting(false));
  };
  const choose = (next: string) => {
    setChosen(next);
    setTexts({});
    setOutcome(null);
  };
  const started = outcome !== null && "started" in outcome ? runs.find(({ id }) => id === outcome.started) : undefined;
  const seconds =
    recipe === null || wanted.actions === null || wanted.threads !== undefined
      ? null
      : estimatedSeconds(recipe, wanted.actions);
  return (
    <section class="card start-run" aria-label="Start a run">
      <h2 class="card-title">Start a run</h2>
      {recipes.length === 0 ? (
        <p class="quiet">The server has no recipes: start it with --recipes DIR.</p>
      ) : (
        <RecipeList recipes={recipes} memory={memory} chosen={name} onChoose={choose} />
      )}
      <form class="start-form" onSubmit={start}>
        <label class="field budget">
          <span class="field-label">Budget in actions</span>
          <input
            autoComplete="off"
            placeholder={recipe?.actions === undefined ? "recipe default" : textOfBudget(recipe.actions)}
            value={budget}
            aria-invalid={wanted.actions === null}
            aria-describedby="start-note"
            onInput={(event) => setBudget(event.currentTarget.value)}
          />
        </label>
        <div class="button-row" role="group" aria-label="Budgets">
          {presets.map((preset) => (
            <button
              key={preset}
              type="button"
              class="button"
              aria-pressed={wanted.actions === preset}
              onClick={() => setBudget(textOfBudget(preset))}
            >
              {formatCompact(preset)}
            </button>
          ))}
          <button
            type="button"
            class="button"
            aria-pressed={wanted.actions === undefined}
            onClick={() => setBudget("")}
          >
            Recipe default
          </button>
        </div>
        {seconds !== null && <p class="quiet wide">Takes {aboutTime(seconds)} on this machine, with all cores.</p>}
        <SeedField text={seed} note="start-note" placeholder="1" onText={setSeed} />
        <label class="field">
          <span class="field-label">Threads</span>
          <input
            inputMode="numeric"
            autoComplete="off"
            placeholder="all"
            value={threads}
            aria-invalid={wanted.threads === null}
            aria-describedby="start-note"
            onInput={(event) => setThreads(event.currentTarget.value)}
          />
        </label>
        {recipe?.keys !== undefined && (
          <label class="field wide">
            <span class="field-label">Name of the run</span>
            <input
              autoComplete="off"
              spellcheck={false}
              placeholder="from the recipe"
              value={title}
              onInput={(event) => setTitle(event.currentTarget.value)}
            />
          </label>
        )}
        {keys.length > 0 && (
          <div class="wide">
            <RecipeKeys keys={keys} texts={texts} onText={(key, text) => setTexts({ ...texts, [key]: text })} />
          </div>
        )}
        <p id="start-note" class="error wide" role="alert">
          {wrong ?? (outcome !== null && "error" in outcome ? outcome.error : null)}
        </p>
        <button
          type="submit"
          class="button primary wide"
          disabled={name === null || wrong !== null || obstacle !== null || starting}
        >
          {name === null ? "Choose a recipe" : starting ? "Starting …" : `Start ${name.replace(/\.toml$/, "")}`}
        </button>
        <p class="quiet wide" role="status">
          {started !== undefined && `${started.id} is ${started.state}.`}
        </p>
      </form>
      {recipe?.text !== undefined && (
        <details class="fold" open={reading} onToggle={(event) => setReading(event.currentTarget.open)}>
          <summary>Text of {recipe.name}</summary>
          <pre class="text" tabIndex={0}>
            <code>{recipe.text}</code>
          </pre>
        </details>
      )}
    </section>
  );
}
