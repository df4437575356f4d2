// Tests of the two-player game: its rules, matches with swapped roles, links and records.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "node:test";
import { solverOf } from "../duel-solver.mjs";
import { run, temporaryFolder } from "../program.mjs";
import { load } from "../source.mjs";

const { afterPly, decisionBefore, duelStartBoard, firstDuelMoment, isDuelOver, pliesTo, roundsOfPlies } =
  await load("game/duel.ts");
const { emptyBoard } = await load("game/board.ts");
const { legalMoves } = await load("game/slide.ts");
const { parseBoard } = await load("game/notation.ts");
const { sizeOfName } = await load("game/size.ts");
const { duelRecordLine } = await load("game/duel-record.ts");
const { currentGame, newMatch, resultOf, undone, withPly, withSwappedRoles } = await load("duel/match.ts");
const { matchOfText, textOfMatch } = await load("duel/match-text.ts");
const { matchInWords, plyInWords, statusInWords } = await load("duel/in-words.ts");
const { defaultStrengths, lookahead, optionsOf, randomChoice, strengthName, strengthOf } =
  await load("duel/strength.ts");
const { routeOf, hashOfDuel } = await load("route.ts");
const { firstScene, nextScene } = await load("parts/tiles.ts");

const placed = (cell, tile = 2) => ({ move: null, spawn: { cell, tile } });
const slid = (move) => ({ move, spawn: null });
const termsOf = (size, rule = "2or4", from = "empty") => ({ size: sizeOfName(size), rule, from });

/** Plays the whole current game: each side does what `choose` says, by default the first that is legal. */
function playedOut(match, choose = (plies) => plies[0]) {
  while (!isDuelOver(currentGame(match).now)) {
    const { board, role } = currentGame(match).now;
    const plies =
      role === "defend"
        ? legalMoves(board).map(slid)
        : board.tiles.flatMap((tile, cell) => (tile === 0 ? [placed(cell), placed(cell, 4)] : []));
    match = withPly(match, choose(plies, match));
  }
  return match;
}

test("the attacker places on empty cells what the rule allows, then the defender slides", () => {
  const start = firstDuelMoment(emptyBoard(sizeOfName("3x3")));
  assert.equal(start.role, "attack");
  assert.equal(isDuelOver(start), false, "an empty board waits for its first tile");
  assert.equal(afterPly(start, slid("left"), "2or4"), null, "it is not the defender's turn");
  assert.equal(afterPly(start, placed(9), "2or4"), null, "outside the board");
  assert.equal(afterPly(start, placed(0, 8), "2or4"), null, "an 8 is never placed");
  assert.equal(afterPly(start, placed(0, 4), "2"), null, "a 4 under the rule 2");
  const one = afterPly(start, placed(0, 4), "2or4");
  assert.deepEqual([one.board.tiles[0], one.role, one.score, one.plies], [4, "defend", 0, 1]);
  assert.equal(afterPly(one, placed(1), "2or4"), null, "it is not the attacker's turn");
  assert.equal(afterPly(one, slid("left"), "2or4"), null, "no tile moves");
  const two = afterPly(one, slid("right"), "2or4");
  assert.deepEqual([two.board.tiles[2], two.role], [4, "attack"]);
  assert.equal(afterPly(two, placed(2), "2or4"), null, "the cell is not empty");
  const merged = afterPly(afterPly(two, placed(0, 4), "2or4"), slid("right"), "2or4");
  assert.equal(merged.score, 8);
  assert.deepEqual(pliesTo(merged), [placed(0, 4), slid("right"), placed(0, 4), slid("right")]);
});

test("a duel ends when the defender cannot slide", () => {
  const match = playedOut(newMatch(termsOf("2x2"), "attack", 1));
  const { now } = match.first;
  assert.equal(now.role, "defend");
  assert.deepEqual(legalMoves(now.board), []);
});

test("a start with two tiles is drawn from the seed, only 2s under the rule 2", () => {
  for (let seed = 0; seed < 60; ++seed) {
    const board = duelStartBoard(termsOf("3x3", "2", "two"), seed);
    assert.deepEqual(
      board.tiles.filter((tile) => tile !== 0),
      [2, 2],
    );
    assert.deepEqual(board, duelStartBoard(termsOf("3x3", "2", "two"), seed));
  }
  const fours = Array.from({ length: 60 }, (_, seed) => duelStartBoard(termsOf("3x3", "2or4", "two"), seed));
  assert.ok(fours.some(({ tiles }) => tiles.includes(4)));
  assert.equal(firstDuelMoment(fours[0]).role, "defend");
});

test("the values of 2x2 by these rules are the known ones", () => {
  assert.equal(solverOf("2").attack(emptyBoard(sizeOfName("2x2"))), 68);
  assert.equal(solverOf("2or4").attack(emptyBoard(sizeOfName("2x2"))), 8);
});

test("undo returns to the previous decision of the person, whoever is to play", () => {
  let match = newMatch(termsOf("3x3"), "defend", 1);
  assert.equal(undone(match), match);
  match = withPly(match, placed(0));
  assert.equal(undone(match), match, "the first decision is still to be made");
  const before = match;
  match = withPly(match, slid("right"));
  assert.equal(currentGame(undone(match)).now, before.first.now, "while the engine thinks");
  match = withPly(match, placed(0));
  assert.equal(currentGame(undone(match)).now, before.first.now, "after its reply");
  assert.equal(withPly(match, placed(5)), match, "an illegal ply changes nothing");
  assert.equal(decisionBefore(match.first.now, "attack").role, "attack");
});

test("a match has two games with swapped roles, and the higher score as the defender wins", () => {
  const solver = solverOf("2");
  const best = (plies, match) => {
    const { board, role } = currentGame(match).now;
    if (role === "defend") {
      const values = solver.slides(board);
      return plies.reduce((one, other) => (values[other.move] > values[one.move] ? other : one));
    }
    const { cell, tile } = solver.placements(board).reduce((one, other) => (other.value < one.value ? other : one));
    return placed(cell, tile);
  };
  let match = newMatch(termsOf("2x2", "2"), "attack", 1);
  assert.deepEqual(resultOf(match), { person: null, engine: { score: 0, final: false }, verdict: null });
  assert.equal(withSwappedRoles(match), match, "not before the first game is over");
  assert.match(matchInWords(match), /^First of two games: you attack/);
  match = playedOut(match, best);
  assert.deepEqual(resultOf(match).engine, { score: 68, final: true });
  assert.match(matchInWords(match), /you defend in the second game/);
  match = withSwappedRoles(match);
  assert.equal(currentGame(match).person, "defend");
  assert.match(matchInWords(match), /^You need 69 points more to win/);
  const drawn = playedOut(match, best);
  assert.equal(resultOf(drawn).verdict, "drawn");
  assert.equal(matchInWords(drawn), "The match is drawn, 68 to 68.");
  const lost = playedOut(match);
  assert.ok(resultOf(lost).person.score < 68);
  assert.equal(resultOf(lost).verdict, "lost");
  assert.match(matchInWords(lost), /^The engine wins the match, \d+ to 68\./);
});

test("the match is decided as soon as the second defender is ahead", () => {
  let match = newMatch(termsOf("1x2"), "attack", 1);
  match = playedOut(match, (plies) => plies.find((ply) => ply.spawn?.tile === 2) ?? plies[0]);
  match = { ...match, second: { person: "defend", now: { ...firstDuelMoment(match.start), score: 1000 } } };
  assert.equal(resultOf(match).verdict, "won");
  assert.match(matchInWords(match), /^You win the match; it is 1,000 to \d+ so far\./);
});

test("words for plies, and for what is to be done", () => {
  assert.equal(plyInWords(placed(5, 4), sizeOfName("3x3")), "4 on row 2, column 3");
  assert.equal(plyInWords(slid("up"), sizeOfName("3x3")), "up");
  let match = newMatch(termsOf("3x3"), "defend", 1);
  assert.equal(statusInWords(currentGame(match), true), "The engine is thinking …");
  match = withPly(match, placed(0));
  assert.equal(
    statusInWords(currentGame(match), false),
    "Engine: 2 on row 1, column 1. Your turn: slide the tiles.",
  );
});

test("a link holds the whole match", () => {
  for (const terms of [termsOf("4x4"), termsOf("3x3", "2", "two"), termsOf("2x2", "2or4", "two"), termsOf("2x3", "2")])
    for (const games of [0, 1, 2]) {
      let match = newMatch(terms, "defend", 77);
      const first = (plies) => plies.find((ply) => ply.spawn?.tile !== 4) ?? plies[0];
      if (games > 0) match = playedOut(match, first);
      if (games > 1) match = playedOut(withSwappedRoles(match), first);
      const text = textOfMatch(match);
      assert.deepEqual(routeOf(hashOfDuel(text)), { tab: "duel", position: null, duel: text });
      assert.deepEqual(matchOfText(text), match);
      assert.match(text, /^[\w=&,/.-]*$/, "nothing is escaped");
    }
  assert.equal(routeOf("#duel").duel, null);
});

for (const [text, message] of [
  ["size=9x9", /'size' must be/],
  ["size=3x3&rule=4", /'rule' must be 2or4 or 2, not '4'/],
  ["size=3x3&from=three", /'from' must be/],
  ["size=3x3&role=watch", /'role' must be attack or defend/],
  ["size=3x3&seed=-1", /'seed' must be/],
  ["size=3x3&game=x", /cannot be read/],
  ["size=3x3&game=02L", /Ply 2 of '02L' is illegal/],
  ["size=3x3&rule=2&game=04", /illegal/],
  ["size=3x3&game=92", /illegal/],
  ["size=3x3&from=two", /3x3 has 9 cells, but 0 were given/],
  ["size=2x2&from=two&start=2,0,0,0", /two tiles/],
  ["size=2x2&rule=2&from=two&start=2,4,0,0", /two tiles that the rule allows/],
  ["size=3x3&game=02&second=02", /only after the first is over/],
])
  test(`an invalid link is rejected: ${text}`, () => assert.throws(() => matchOfText(text), { message }));

test("the opponent: strengths by lookahead, by time, exact, and random", () => {
  assert.deepEqual([1, 3, 5, 7].map(roundsOfPlies), [0, 1, 2, 3]);
  assert.equal(lookahead(1), "1 ply, 0 rounds ahead");
  assert.equal(lookahead(3), "3 plies, 1 round ahead");
  const efforts = (kind) => optionsOf(kind).map(({ value }) => strengthOf(value).effort);
  assert.deepEqual(efforts("search").slice(0, 4), [{ plies: 1 }, { plies: 3 }, { plies: 5 }, { plies: 7 }]);
  assert.ok(efforts("search").some((effort) => effort.time_ms === 1000));
  for (const kind of ["exact", "search", "none"])
    assert.ok(optionsOf(kind).some(({ value }) => value === defaultStrengths[kind]));
  assert.equal(strengthName("5 plies", "search"), "5 plies");
  assert.equal(strengthName("5 plies", "exact"), "perfect");
});

test("random choices are legal, follow from the seed, and are as frequent as they should be", () => {
  const board = parseBoard("2 2 4 0/0 0 0 0/0 0 8 0/2 0 0 16", sizeOfName("4x4"));
  const defending = { board, score: 0, plies: 0, role: "defend", last: null };
  let random = 0;
  for (let plies = 0; plies < 2000; ++plies) {
    const moment = { ...defending, plies, role: plies % 2 ? "attack" : "defend" };
    const ply = randomChoice(moment, "2", 0.2, 5);
    assert.deepEqual(randomChoice(moment, "2", 0.2, 5), ply);
    if (ply === null) continue;
    ++random;
    assert.notEqual(afterPly(moment, ply, "2"), null);
  }
  assert.ok(Math.abs(random - 400) < 80, `${random} of 2000`);
  assert.equal(randomChoice(defending, "2or4", 0, 5), null);
});

test("a slide and a placement are drawn one after the other, with the same tiles", () => {
  const start = firstDuelMoment(parseBoard("2 2 0/0 0 0/0 0 4", sizeOfName("3x3")));
  const after = afterPly(start, slid("left"), "2or4");
  const scene = nextScene(firstScene(start), after);
  assert.deepEqual(scene.tiles.map(({ look }) => look).sort(), ["gone", "gone", "merged", "still"]);
  const next = nextScene(scene, afterPly(after, placed(4, 4), "2or4"));
  const looks = Object.fromEntries(next.tiles.map(({ cell, look }) => [cell, look]));
  assert.deepEqual(looks, { 0: "still", 4: "spawned", 6: "still" });
  assert.equal(next.tiles.find(({ cell }) => cell === 6).id, scene.tiles.find(({ cell }) => cell === 6).id);
});

test("a record has what the program needs to check the duel", () => {
  const terms = { rule: "2or4", from: "empty", attacker: "person", defender: "random", seed: 3 };
  let now = firstDuelMoment(emptyBoard(sizeOfName("2x2")));
  assert.equal(duelRecordLine(now, terms), null, "before the first tile there is nothing to record");
  const line = () => JSON.parse(duelRecordLine(now, terms));
  now = afterPly(now, placed(0, 4), "2or4");
  assert.deepEqual(line(), {
    board: "2x2",
    player: "random",
    seed: 3,
    game: 0,
    rule: "2or4",
    from: "empty",
    opening: 0,
    attacker: "person",
    start: "4 0/0 0",
    moves: "",
    spawns: [],
    score: 0,
  });
  now = afterPly(now, slid("right"), "2or4");
  assert.equal(line().moves, "", "a slide that waits for its tile is left out");
  now = afterPly(now, placed(0, 4), "2or4");
  assert.deepEqual([line().moves, line().spawns, line().score], ["R", [[0, 4]], 0]);
});

test("the program accepts the records of both rules and starts", async (context) => {
  const lines = [];
  for (const size of ["2x2", "2x3", "3x3"])
    for (const [rule, from] of [
      ["2or4", "empty"],
      ["2or4", "two"],
      ["2", "empty"],
      ["2", "two"],
    ]) {
      const match = playedOut(newMatch(termsOf(size, rule, from), "attack", 4), (plies) =>
        plies.findLast((ply) => rule === "2or4" || ply.spawn?.tile !== 4),
      );
      lines.push(duelRecordLine(match.first.now, { rule, from, attacker: "person", defender: "random", seed: 4 }));
    }
  const path = join(await temporaryFolder(context), "duels.jsonl");
  await writeFile(path, lines.join(""));
  assert.match(await run("replay", path, "--check"), /12 games, \d+ moves: every rule holds/);
  await writeFile(path, lines[8].replaceAll(",4]", ",2]").replace('"rule":"2or4"', '"rule":"2"'));
  await assert.rejects(run("replay", path, "--check"), "the check is not empty");
});
