// A fake of the API for the two-player game, in the browser: exact with a database, otherwise an engine that takes the
// first legal slide and the first empty cell. Tests know its answers, and need no program.
import { solverOf } from "../duel-solver.mjs";
import { load } from "../source.mjs";

const { parseBoard } = await load("game/notation.ts");
const { sizeOfName } = await load("game/size.ts");
const { emptyCells } = await load("game/board.ts");
const { legalMoves } = await load("game/slide.ts");

export const model = { size: "4x4", kind: "model", name: "fake.ast", decimals: 1 };
export const smallModel = { ...model, size: "3x3" };
/** Of any training run. */
export const runModel = { ...model, size: "2x2" };
export const databaseOf = (rule, size = "2x2") => ({
  size,
  kind: "database",
  name: `${size}-${rule}.db`,
  decimals: 0,
  exact: true,
  objective: "score",
  duel: rule,
});

const first = {
  slides: (board) => Object.fromEntries(legalMoves(board).map((move, index) => [move, 100 - index])),
  placements: (board, rule) =>
    emptyCells(board).flatMap((cell) =>
      (rule === "2" ? [2] : [2, 4]).map((tile) => ({ cell, tile, value: 100 + 2 * cell + tile / 2 })),
    ),
};

const solvers = { "2or4": solverOf("2or4"), 2: solverOf("2") };

/** The answer to a request without a role, about the one-player game. */
function analysisOf({ board, size }) {
  const moves = { up: null, right: null, down: null, left: null, ...first.slides(parseBoard(board, sizeOfName(size))) };
  const best = Object.keys(moves).find((move) => moves[move] === 100) ?? null;
  return { board, best, moves, depth: 1, nodes: 1, ms: 0.5 };
}

/** The answer to a request with a role; `exact` for the sizes with a database. */
export function answerOf({ board: text, size, role, rule = "2or4", plies = 1 }, exact = false) {
  const board = parseBoard(text, sizeOfName(size));
  const values = exact ? solvers[rule] : first;
  const work = { plies, rounds: (plies - 1) / 2, nodes: 12, ms: 0.5 };
  if (role === "defend") {
    const all = { up: null, right: null, down: null, left: null, ...values.slides(board) };
    const legal = Object.keys(all).filter((move) => all[move] !== null);
    const best = legal.reduce((one, other) => (one === null || all[other] > all[one] ? other : one), null);
    return { board: text, role, rule, best, moves: all, ...work };
  }
  const placements = values.placements(board, rule);
  const least = placements.reduce((one, other) => (one === null || other.value < one.value ? other : one), null);
  return { board: text, role, rule, cell: least?.cell ?? null, tile: least?.tile ?? null, placements, ...work };
}

/**
 * What to do with a page before it is loaded (openPage) so that it talks to the fake. `requests` gets all questions of
 * duels; `broken()` may return a sentence to answer them with an error instead.
 */
export function fakeDuel({ engines = [model, smallModel], requests = [], broken = () => null } = {}) {
  const isExact = ({ size, rule, run }) =>
    run === undefined && engines.some((engine) => engine.size === size && engine.duel === rule);
  return async (page) => {
    await page.route(/\/api\/v1\//, (route) => {
      const { pathname, searchParams } = new URL(route.request().url());
      if (pathname.endsWith("/model"))
        return route.fulfill({ json: { engines: searchParams.has("run") ? [runModel] : engines } });
      const question = pathname.endsWith("/analyse") ? route.request().postDataJSON() : null;
      if (question === null) return route.fulfill({ status: 404, json: { error: "not here" } });
      if (question.role === undefined) return route.fulfill({ json: analysisOf(question) });
      requests.push(question);
      const error = broken();
      if (error !== null) return route.fulfill({ status: 400, json: { error } });
      return route.fulfill({ json: answerOf(question, isExact(question)) });
    });
  };
}
