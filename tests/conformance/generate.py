#!/usr/bin/env python3
"""Writes slides.json, spawns.json, perft.json and traps.json beside this file.

A slow and obvious 2048 that shares no code with the engines it judges. A board is a tuple of tile
values, row by row, 0 for an empty cell; a size is (rows, columns). README.md explains the files.

    generate.py            write the files
    generate.py --check    write nothing; exit 1 and name every file that differs
"""
import itertools
import json
import pathlib
import random
import sys
from functools import cache

HERE = pathlib.Path(__file__).resolve().parent
DIRECTIONS = ("up", "right", "down", "left")
SIZES = [(rows, columns) for rows in range(1, 5) for columns in range(1, 5) if rows * columns >= 2]
SPAWN_LAW = ((2, 0.9), (4, 0.1))


# ---- the game ----------------------------------------------------------------------------------

@cache  # the caches only save time; every function gives the same without them
def slide_line(tiles):
    """Slides one line towards its first cell; gives the new line and the reward."""
    slid, reward, last_may_merge = [], 0, False
    for tile in (tile for tile in tiles if tile != 0):
        if last_may_merge and slid[-1] == tile:
            slid[-1] = 2 * tile
            reward += 2 * tile
            last_may_merge = False
        else:
            slid.append(tile)
            last_may_merge = True
    return slid + [0] * (len(tiles) - len(slid)), reward


@cache
def lines(size, direction):
    """The cells of every line of the board, each line beginning at the wall it slides to."""
    rows, columns = size
    if direction in ("left", "right"):
        all_lines = [[r * columns + c for c in range(columns)] for r in range(rows)]
    else:
        all_lines = [[r * columns + c for r in range(rows)] for c in range(columns)]
    return [line[::-1] if direction in ("right", "down") else line for line in all_lines]


def slide(size, board, direction):
    """(afterstate, reward), or None where the slide would change nothing."""
    after, reward = list(board), 0
    for cells in lines(size, direction):
        slid, gained = slide_line(tuple(board[cell] for cell in cells))
        reward += gained
        for cell, tile in zip(cells, slid):
            after[cell] = tile
    return (tuple(after), reward) if tuple(after) != board else None


def legal_slides(size, board):
    return [direction for direction in DIRECTIONS if slide(size, board, direction)]


def spawns(board):
    """Every (cell, tile, probability), ordered by cell, then tile."""
    empty = [cell for cell, tile in enumerate(board) if tile == 0]
    return [(cell, tile, p / len(empty)) for cell in empty for tile, p in SPAWN_LAW]


def next_boards(board):
    return [board[:cell] + (tile,) + board[cell + 1:] for cell, tile, _ in spawns(board)]


def fits(size, board):
    """Whether the board keeps to the largest tile of its size, of which there can be only one."""
    largest = 2 ** (size[0] * size[1] + 1)
    return max(board) <= largest and board.count(largest) <= 1


@cache
def perft(size, board, depth):
    """The number of sequences of `depth` turns; a turn is a legal slide and a spawn."""
    if depth == 0:
        return 1
    leaves = 0
    for slid in (slide(size, board, direction) for direction in DIRECTIONS):
        if slid:
            assert fits(size, slid[0]), (size, board)
            if depth == 1:  # every spawn is a leaf
                leaves += 2 * slid[0].count(0)
            else:
                leaves += sum(perft(size, after, depth - 1) for after in next_boards(slid[0]))
    return leaves


# ---- the boards to ask about -------------------------------------------------------------------

RANDOM = random.Random()  # only .random() is used: Python promises to repeat it for a given seed


def pick(items):
    return items[int(RANDOM.random() * len(items))]


def random_board(size, tiles, density):
    return tuple(pick(tiles) if RANDOM.random() < density else 0 for _ in range(size[0] * size[1]))


def stuck_board(size, tiles):
    """A random full board without a legal slide."""
    while legal_slides(size, board := random_board(size, tiles, 1)):
        pass
    return board


def random_game(size):
    """The boards of a game of random moves, from two tiles to the end."""
    game = [pick(next_boards(pick(next_boards((0,) * (size[0] * size[1])))))]
    while legal := legal_slides(size, game[-1]):
        game.append(pick(next_boards(slide(size, game[-1], pick(legal))[0])))
    return game


def parse(text):
    """'2 4 / . 8' is a board of two rows; gives its size and its tiles."""
    rows = [row.split() for row in text.split("/")]
    return (len(rows), len(rows[0])), tuple(int(t.replace(".", "0")) for row in rows for t in row)


def name(size):
    return f"{size[0]}x{size[1]}"


def slide_boards(trap_boards):
    yield from trap_boards
    for length in (2, 3, 4):  # every line of small tiles
        for line in itertools.product((0, 2, 4, 8), repeat=length):
            yield (1, length), line
            yield (length, 1), line
    for line in itertools.product((0, 32768, 65536, 131072), repeat=4):  # every line of large tiles
        for direction in ("left", "up"):
            tiles = dict(zip(pick(lines((4, 4), direction)), line))
            yield (4, 4), tuple(tiles.get(cell, 0) for cell in range(16))
    for size in SIZES:
        cells = size[0] * size[1]
        every_tile = [2 ** exponent for exponent in range(1, cells + 2)]
        yield size, (0,) * cells
        for tiles in (every_tile[:3], every_tile[:5], every_tile):
            yield size, (stuck := stuck_board(size, tiles))
            for direction in DIRECTIONS:  # emptied at one wall, it has one legal slide: towards it
                to_wall = lines(size, direction)
                for depth in range(1, len(to_wall[0])):
                    blank = [cell for line in to_wall for cell in line[:depth]]
                    yield size, tuple(0 if c in blank else tile for c, tile in enumerate(stuck))
        for tiles in (every_tile[:3], every_tile[-5:], every_tile):
            for density in (0.4, 0.8, 1.0):
                for _ in range(2 * cells):
                    yield size, random_board(size, tiles, density)


def slide_cases(trap_boards):
    for size, board in dict.fromkeys(slide_boards(trap_boards)):
        slid = {direction: slide(size, board, direction) for direction in DIRECTIONS}
        if fits(size, board) and all(fits(size, s[0]) for s in slid.values() if s):
            yield {"size": name(size), "board": board, "slides": {
                d: s and {"board": s[0], "reward": s[1]} for d, s in slid.items()}}


def spawn_cases():
    for size in SIZES:
        cells = size[0] * size[1]
        tiles = [2, 4] + [2 ** exponent for exponent in range(max(1, cells - 3), cells + 1)]
        for board in dict.fromkeys(random_board(size, tiles, i / 7) for i in range(8)):
            yield {"size": name(size), "board": board, "spawns": [
                {"cell": cell, "tile": tile, "probability": p} for cell, tile, p in spawns(board)]}


def perft_cases(trap_boards):
    for size in SIZES:
        cells = size[0] * size[1]
        game = random_game(size)
        boards = [(0,) * cells, (2,) + (0,) * (cells - 2) + (2,)]
        boards += [game[(len(game) - 1) * i // 4] for i in range(5)] + game[-3:]
        boards += [board for trap_size, board in trap_boards if trap_size == size]
        for board in dict.fromkeys(boards):
            deepest = 8 if cells <= 6 else 5 if cells <= 8 else 4
            for depth in range(deepest + 1):
                leaves = perft(size, board, depth)
                assert leaves < 2 ** 53  # so that a double holds it too
                yield {"size": name(size), "board": board, "depth": depth, "leaves": leaves}
            perft.cache_clear()


def read_traps():
    text = (HERE / "traps.txt").read_text(encoding="utf-8")
    kept = [line for line in text.splitlines() if line and not line.startswith("#")]
    for heading, before, after in zip(kept[::3], kept[1::3], kept[2::3], strict=True):
        move, board = before.split(": ")
        after, _, reward = after.removeprefix("to: ").partition(" reward ")
        expected = None if after == "illegal" else (parse(after)[1], int(reward))
        yield *heading.split(": ", 1), move, *parse(board), expected


def trap_cases(traps):
    for trap, why, move, size, board, expected in traps:
        assert slide(size, board, move) == expected, trap
        after, reward = expected or (None, 0)
        yield {"name": trap, "why": why, "size": name(size), "board": board, "move": move,
               "legal": after is not None, "afterstate": after, "reward": reward,
               "next": [{"board": board, "legal": legal_slides(size, board)}
                        for board in sorted(next_boards(after) if after else [])]}


def self_test():
    """Cases worked out by hand; traps.txt holds many more."""
    assert slide_line((2, 2, 2, 0)) == ([4, 2, 0, 0], 4) == slide_line((0, 2, 2, 2))
    assert slide_line((2, 2, 2, 2)) == ([4, 4, 0, 0], 8)
    assert [slide((2, 3), (2, 0, 2, 2, 4, 4), direction) for direction in DIRECTIONS] == [
        ((4, 4, 2, 0, 0, 4), 4), ((0, 0, 4, 0, 2, 8), 12),
        ((0, 0, 2, 4, 4, 4), 4), ((4, 0, 0, 2, 8, 0), 12)]
    assert spawns((2, 0, 0, 4)) == [(1, 2, 0.45), (1, 4, 0.05), (2, 2, 0.45), (2, 4, 0.05)]
    assert [perft((1, 2), (2, 2), depth) for depth in (0, 1, 2)] == [1, 4, 8]
    assert perft((2, 2), (2, 0, 0, 2), 1) == 4 * 2 * 2 and perft((2, 2), (2, 4, 4, 2), 1) == 0


def main(arguments):
    if arguments not in ([], ["--check"]):
        sys.exit(__doc__)
    self_test()
    traps = list(read_traps())
    trap_boards = [(size, board) for _, _, _, size, board, _ in traps]
    files = {"slides.json": slide_cases(trap_boards), "spawns.json": spawn_cases(),
             "perft.json": perft_cases(trap_boards), "traps.json": trap_cases(traps)}
    differing = []
    for file, cases in files.items():
        RANDOM.seed(2048)
        rows = ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases)
        text, path = f"[\n{rows}\n]\n", HERE / file
        if not arguments:
            path.write_text(text, encoding="utf-8", newline="\n")
        elif not path.exists() or path.read_text(encoding="utf-8") != text:
            differing.append(file)
    sys.exit(f"differs from what generate.py makes: {', '.join(differing)}" if differing else 0)


if __name__ == "__main__":
    main(sys.argv[1:])
