// Tests of the Watch tab: events of a stream, the game picture by picture, and statistics in constant memory.
import assert from "node:assert/strict";
import test from "node:test";
import { load } from "../source.mjs";

const { EventParser } = await load("api/event-parser.ts");
const { noGames, withGames, meanScore, share, tileShares } = await load("watch/statistics.ts");
const { binsOf, emptyHistogram, withScores } = await load("watch/histogram.ts");
const { withPicture, withStep } = await load("watch/live-game.ts");
const { newGame, withMove } = await load("game/game.ts");
const { notationOf } = await load("game/notation.ts");
const { legalMoves } = await load("game/slide.ts");
const { sizeOfName, defaultSize } = await load("game/size.ts");

const stream =
  'event: board\ndata: {"a":1}\n\n: a comment\r\nevent: games\r\ndata: one\r\ndata:two\r\nid: 7\r\n\r\ndata: x\r\r\n\n';
const events = [
  { name: "board", data: '{"a":1}' },
  { name: "games", data: "one\ntwo" },
  { name: "message", data: "x" },
];

test("events are parsed however the stream is split", () => {
  assert.deepEqual(new EventParser().push(stream), events);
  for (let cut = 0; cut <= stream.length; ++cut) {
    const parser = new EventParser();
    assert.deepEqual(
      [...parser.push(stream.slice(0, cut)), ...parser.push(stream.slice(cut))],
      events,
      `split at ${cut}`,
    );
  }
  const letters = new EventParser();
  assert.deepEqual(
    [...stream].flatMap((letter) => letters.push(letter)),
    events,
  );
});

test("an incomplete event is not returned", () => {
  const parser = new EventParser();
  assert.deepEqual(parser.push("event: board\ndata: 1\n"), []);
  assert.deepEqual(parser.push("\n"), [{ name: "board", data: "1" }]);
  assert.deepEqual(parser.push("event: nothing\n\n"), []);
});

/** Pseudo-random games, the same in each run, with scores from `min` to `max`. */
function someGames(count, min, max) {
  let state = 12345;
  const draw = () => (state = (state * 1103515245 + 12345) % 2 ** 31) / 2 ** 31;
  return Array.from({ length: count }, () => {
    const score = 4 * Math.floor((min + draw() ** 2 * (max - min)) / 4);
    return { score, tile: 2 ** (3 + Math.floor(draw() * 8)), moves: Math.floor(score / 20) };
  });
}

test("statistics equal those of a list of all games", () => {
  const games = someGames(3000, 0, 300_000);
  let statistics = noGames;
  for (let at = 0; at < games.length; at += 7) statistics = withGames(statistics, games.slice(at, at + 7));
  const scores = games.map(({ score }) => score);
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  const variance = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / (scores.length - 1);
  const estimate = meanScore(statistics);
  assert.ok(Math.abs(estimate.value - mean) < 1e-6 * mean);
  assert.ok(Math.abs(estimate.high - mean - 1.959964 * Math.sqrt(variance / scores.length)) < 1e-6 * mean);
  assert.equal(statistics.best, Math.max(...scores));
  assert.deepEqual(statistics.last, games.at(-1));
  for (const { tile, value } of tileShares(statistics, 99))
    assert.equal(value, games.filter((game) => game.tile >= tile).length / games.length);
  assert.ok(JSON.stringify(statistics).length < 5000, "their size is constant");
});

test("one game has no interval; shares end at the first tile that all games reached", () => {
  const one = withGames(noGames, [{ score: 100, tile: 16, moves: 10 }]);
  assert.equal(meanScore(one), null);
  assert.deepEqual(
    tileShares(one, 9).map(({ tile }) => tile),
    [16],
  );
});

for (const max of [40, 200, 1900, 9000, 45_000, 380_000, 3_000_000])
  test(`bins up to ${max} are round, few, and contain every score`, () => {
    const games = someGames(500, 0, max);
    let histogram = emptyHistogram;
    for (const game of games) histogram = withScores(histogram, [game]);
    assert.deepEqual(binsOf(histogram), binsOf(withScores(emptyHistogram, games)), "the order does not matter");
    const bins = binsOf(histogram);
    assert.ok(bins.length <= 32 && bins.length >= (max > 100 ? 5 : 1), `${bins.length} bins`);
    const width = bins[0].to;
    assert.match(String(width), /^[12458]0*$/);
    assert.equal(width % 4, 0);
    bins.forEach(({ from, to, count }) =>
      assert.equal(count, games.filter(({ score }) => score >= from && score < to).length),
    );
    assert.equal(
      bins.reduce((sum, { count }) => sum + count, 0),
      games.length,
    );
  });

test("the Wilson interval equals that of the program", () => {
  // afterstate eval prints ci95 0.0038267584855550194 for 1000 of 1000, 0.0098320602 for 984.
  const widest = ({ value, low, high }) => Math.max(high - value, value - low);
  assert.ok(Math.abs(widest(share(1000, 1000)) - 0.0038267584855550194) < 1e-7);
  assert.ok(Math.abs(widest(share(984, 1000)) - 0.009832060211739943) < 1e-7);
  assert.equal(share(0, 10).low, 0);
  assert.ok(share(0, 10).high > 0.2);
});

/** The pictures that a server would send for a game, from its start. */
function picturesOf(seed, count) {
  let game = newGame(defaultSize, seed);
  return Array.from({ length: count }, (_, turn) => {
    if (turn > 0) game = withMove(game, legalMoves(game.now.board)[0]);
    const { board, score, last } = game.now;
    return { board: notationOf(board), score, game: 0, turn, last: last?.turn.move ?? null, best: "up" };
  });
}

test("consecutive pictures slide, and only one previous moment is kept", () => {
  let live = null;
  const base = { number: 3, turn: 0 };
  for (const picture of picturesOf(4, 50)) {
    const before = live;
    live = withPicture(live, base, defaultSize, picture);
    assert.equal(notationOf(live.moment.board), picture.board);
    assert.equal(live.moment.score, picture.score);
    assert.equal(live.number, 3);
    if (before === null) continue;
    assert.equal(live.moment.last.before.board, before.moment.board);
    assert.equal(live.moment.last.before.last, null);
  }
});

test("pictures that skip moves, and those of another game, are cuts", () => {
  const pictures = picturesOf(4, 20);
  const base = { number: 0, turn: 0 };
  const first = withPicture(null, base, defaultSize, pictures[3]);
  assert.equal(withPicture(first, base, defaultSize, pictures[9]).moment.last, null);
  const other = { ...pictures[0], game: 1 };
  const next = withPicture(first, base, defaultSize, other);
  assert.deepEqual([next.number, next.turn, next.moment.last], [1, 0, null]);
});

test("a continued stream keeps the board and the counts", () => {
  const pictures = picturesOf(4, 12);
  const live = withPicture(null, { number: 0, turn: 0 }, defaultSize, pictures[10]);
  const base = { number: live.number, turn: live.turn };
  const again = withPicture(live, base, defaultSize, { ...pictures[10], turn: 0, last: null });
  assert.equal(again.moment, live.moment);
  const next = withPicture(again, base, defaultSize, { ...pictures[11], turn: 1 });
  assert.equal(next.turn, 11);
  assert.equal(next.moment.last.before.board, live.moment.board);
});

test("a step is a move with a spawn drawn by the page", () => {
  const [start] = picturesOf(4, 1);
  const live = withPicture(null, { number: 0, turn: 0 }, defaultSize, start);
  const move = legalMoves(live.moment.board)[0];
  const next = withStep(live, move, (board) => ({ cell: board.tiles.indexOf(0), tile: 2 }));
  assert.deepEqual([next.turn, next.analysis, next.moment.last.turn.move], [1, null, move]);
  assert.equal(
    withStep({ ...live, moment: newGame(sizeOfName("1x4"), 1).now }, "up", () => null),
    null,
  );
});
