// Tests of tiles that are typed as numbers.
import assert from "node:assert/strict";
import test from "node:test";
import { load } from "../source.mjs";

const { tilesOf, typedTile, wrongTile } = await load("analyse/typed-tile.ts");
const { defaultSize, isSolvable, sizeOfName } = await load("game/size.ts");

test("typed digits are tile values", () => {
  for (const tile of tilesOf(defaultSize)) {
    assert.deepEqual(typedTile(String(tile), defaultSize), { state: "tile", tile });
    for (let length = 1; length < String(tile).length; ++length)
      assert.notEqual(typedTile(String(tile).slice(0, length), defaultSize).state, "wrong");
  }
  assert.deepEqual(
    ["1", "12", "20", "204", "1310"].map((digits) => typedTile(digits, defaultSize).state),
    Array(5).fill("start"),
  );
  assert.deepEqual(
    ["9", "7", "00", "24", "129", "1284", "262144", "020"].map((digits) => typedTile(digits, defaultSize).state),
    Array(8).fill("wrong"),
  );
});

test("a small board has smaller tiles, and the message names the largest", () => {
  const small = sizeOfName("2x3");
  assert.deepEqual(tilesOf(small), [2, 4, 8, 16, 32, 64, 128]);
  assert.equal(typedTile("256", small).state, "wrong");
  assert.match(wrongTile("256", small), /^256 is not a tile: .* from 2 to 128\./);
  assert.match(wrongTile("3", defaultSize), /from 2 to 131072/);
});

test("only sizes that can be solved are recommended to be", () => {
  assert.deepEqual(
    ["2x2", "2x4", "3x3", "3x4", "4x3", "4x4"].map((name) => isSolvable(sizeOfName(name))),
    [true, true, true, false, false, false],
  );
});
