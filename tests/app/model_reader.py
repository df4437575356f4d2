#!/usr/bin/env python3
"""A reader of model files, written from docs/model-format.md alone: model_reader.py PROGRAM MODEL [NPZ]

Reads MODEL (not with the program), and checks that the values of many boards and the checksum are those that PROGRAM
computes. With NPZ, also checks that the arrays of `PROGRAM model export` hold the same weights. Needs only the standard
library, and the shared libraries of zstd and xxHash that the program itself uses; NumPy is used if it is installed.
"""
import ctypes
import ctypes.util
import json
import random
import struct
import subprocess
import sys
import zipfile


def library(name, soname):
    return ctypes.CDLL(ctypes.util.find_library(name) or soname)


ZSTD = library("zstd", "libzstd.so.1")
ZSTD.ZSTD_decompress.restype = ctypes.c_size_t
ZSTD.ZSTD_decompress.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_char_p, ctypes.c_size_t]
XXHASH = library("xxhash", "libxxhash.so.0")
XXHASH.XXH3_64bits.restype = ctypes.c_uint64
XXHASH.XXH3_64bits.argtypes = [ctypes.c_char_p, ctypes.c_size_t]
XXHASH.XXH3_64bits_withSeed.restype = ctypes.c_uint64
XXHASH.XXH3_64bits_withSeed.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_uint64]


def decompressed(frame, size):
    raw = ctypes.create_string_buffer(size)
    got = ZSTD.ZSTD_decompress(raw, size, frame, len(frame))
    assert got == size, "a chunk does not decompress to its size"
    return raw.raw


# The archive.

def read_archive(data):
    assert data[:8] == b"AFTSTATE", "not an Afterstate file"
    version, header_size = struct.unpack_from("<IQ", data, 8)
    assert version == 1, f"format version {version}"
    (checksum,) = struct.unpack_from("<Q", data, len(data) - 8)
    assert XXHASH.XXH3_64bits(data, len(data) - 8) == checksum, "the checksum of the file does not match"
    header = json.loads(data[20:20 + header_size])
    at = 20 + header_size
    chunks = {}
    while True:
        (section,) = struct.unpack_from("<I", data, at)
        if section == 0:
            break
        number, raw_size, stored_size = struct.unpack_from("<QII", data, at + 4)
        chunks[section, number] = decompressed(data[at + 20:at + 20 + stored_size], raw_size)
        at += 20 + stored_size
    (count,) = struct.unpack_from("<Q", data, at + 4)
    assert count == len(chunks) and at + 12 == len(data) - 8, "the end of the file is wrong"
    return header, chunks


# The network.

CHUNK = 65536
NAMED_STAGES = {
    "one": "",
    "turn4": "turn:8192 turn:16384 turn:24576",
    "turn8": " ".join(f"turn:{4096 * n}" for n in range(1, 8)),
    "top4": "16k 32k 32k+16k",
    "top8": "8k 16k 16k+8k 32k 32k+8k 32k+16k 32k+16k+8k",
    "max4": "8k 16k 32k",
    "max8": "512 1k 2k 4k 8k 16k 32k",
    "decr4": "32k 32k+16k 32k+16k+8k",
    "decr8": "32k 32k+16k 32k+16k+8k 32k+16k+8k+4k 32k+16k+8k+4k+2k 32k+16k+8k+4k+2k+1k 32k+16k+8k+4k+2k+1k+512",
    "hand8": "16k 16k+8k 16k+8k+4k 32k 32k+16k 32k+16k+8k 32k+16k+8k+4k",
}


class Model:
    def __init__(self, path):
        with open(path, "rb") as file:
            self.header, chunks = read_archive(file.read())
        header = self.header
        self.rows, self.cols = map(int, header["board"].split("x"))
        self.cells = self.rows * self.cols
        self.tuples = [[int(cell, 16) for cell in name] for name in header["tuples"].split()]
        self.values = header["tile_values"]
        self.sizes = [self.values ** len(cells) for cells in self.tuples]
        assert not any(self.is_ranked(cells) for cells in self.tuples), "tables by ranks are not read here"
        self.stages = header["stages"]
        self.weights = self.read_weights(chunks)

    def is_ranked(self, cells):
        return (self.rows, self.cols) == (3, 3) and len(cells) == 9 and self.values ** 9 > 2 ** 30

    def read_weights(self, chunks):
        """One list per stage and tuple, and the hash of every chunk of values."""
        count = self.stages * sum(self.sizes)
        flat = [0.0] * count
        self.hashes = []
        steps = self.header.get("steps")
        ends, end = [], 0
        for _ in range(self.stages):
            for size in self.sizes:
                end += size
                ends.append(end)
        for number in range((count + CHUNK - 1) // CHUNK):
            first = number * CHUNK
            many = min(CHUNK, count - first)
            if steps:
                raw = chunks.get((5, number))
                if raw is None:
                    self.hashes.append(0)
                    continue
                table = 0
                for n in range(many):
                    while ends[table] <= first + n:
                        table += 1
                    bits = raw[n] | raw[n + many] << 8
                    number_of_steps = -(bits >> 1) - 1 if bits & 1 else bits >> 1
                    flat[first + n] = as_float(number_of_steps * as_float(steps[table]))
                raw = struct.pack(f"<{many}f", *flat[first:first + many])
            else:
                raw = chunks.get((1, number))
                if raw is None:
                    self.hashes.append(0)
                    continue
                flat[first:first + many] = struct.unpack(f"<{many}f", raw)
            self.hashes.append(XXHASH.XXH3_64bits(raw, len(raw)))
        tables, at = [], 0
        for _ in range(self.stages):
            tables.append([])
            for size in self.sizes:
                tables[-1].append(flat[at:at + size])
                at += size
        return tables

    def checksum(self):
        header = self.header
        initial = header["initial_value"]
        text = f"{header['board']} {header['tuples']} {self.values} {shortest(initial)}"
        if self.stages > 1 or header["promotion"] != "none":
            text += f" {header['staging']} {header['promotion']}"
        seed = XXHASH.XXH3_64bits(text.encode(), len(text.encode()))
        hashes = struct.pack(f"<{len(self.hashes)}Q", *self.hashes)
        return f"{XXHASH.XXH3_64bits_withSeed(hashes, len(hashes), seed):016x}"

    def index(self, tiles):
        """The entry of a pattern: the exponents of the tiles on the cells of a tuple."""
        if self.values < 16:
            return sum(tile * self.values ** n for n, tile in enumerate(tiles))
        lower = sum((tile & 3) << 2 * n for n, tile in enumerate(tiles))
        upper = sum((tile >> 2) << 2 * n for n, tile in enumerate(tiles))
        return lower | upper << 2 * len(tiles)

    def stage(self, board):
        text = self.header["staging"]
        if text.startswith("pow2:"):
            tiles = [min(tile, 15) for tile in board]
            stage = left_over = 0
            for exponent in range(15, 15 - int(text[5:]), -1):
                there = tiles.count(exponent) + left_over
                stage = 2 * stage + (there > 0)
                left_over = max(0, there - 1)
            return stage
        stage = 0
        for number, event in enumerate(NAMED_STAGES.get(text, text).split()):
            if event.startswith("turn:"):
                least, needed = 1, (22 * (int(event[5:]) + 2) + 9) // 10
            else:
                tiles = [int(tile[:-1]) * 1024 if tile.endswith("k") else int(tile) for tile in event.split("+")]
                least, needed = min(tiles).bit_length() - 1, sum(tiles)
            if sum(1 << tile for tile in board if tile >= least) >= needed:
                stage = number + 1
        return stage

    def value(self, board):
        """Of an afterstate, as a list of exponents."""
        promotion = self.header["promotion"]
        stage = self.stage(board)
        known = [min(tile, self.values - 1) for tile in board]
        total = 0.0
        for image in images(known, self.rows, self.cols):
            for number, cells in enumerate(self.tuples):
                tiles = [image[cell] for cell in sorted(cells)]
                table = self.weights[stage][number]
                weight = table[self.index(tiles)]
                if weight == 0 and promotion in ("intra", "both"):
                    weight = table[self.index([max(0, tile - 1) for tile in tiles])]
                if weight == 0 and promotion in ("inter", "both") and stage > 0:
                    weight = self.weights[stage - 1][number][self.index(tiles)]
                total += weight
        return total + self.header["initial_value"]


def as_float(number):
    return struct.unpack("<f", struct.pack("<f", number))[0]


def shortest(number):
    """The shortest text that reads back as the same float, without a point if it is whole."""
    for digits in range(1, 18):
        text = f"{number:.{digits}g}"
        if as_float(float(text)) == as_float(number):
            return repr(float(text))[:-2] if float(text) == int(float(text)) and abs(number) < 1e16 else text
    return repr(number)


def images(board, rows, cols):
    def mirrored(cells):
        return [cells[row * cols + cols - 1 - col] for row in range(rows) for col in range(cols)]

    def flipped(cells):
        return [cells[(rows - 1 - row) * cols + col] for row in range(rows) for col in range(cols)]

    result = []
    for base in [board] + ([[board[col * cols + row] for row in range(rows) for col in range(cols)]] if rows == cols else []):
        result += [base, mirrored(base), flipped(base), mirrored(flipped(base))]
    return result


# The game, as far as it is needed to ask the program for the value of an afterstate.

def slid_row(row):
    tiles, merged, reward = [tile for tile in row if tile], [], 0
    while tiles:
        if len(tiles) > 1 and tiles[0] == tiles[1]:
            merged.append(tiles[0] + 1)
            reward += 2 << tiles[0]
            tiles = tiles[2:]
        else:
            merged.append(tiles.pop(0))
    return merged + [0] * (len(row) - len(merged)), reward


def slide(board, rows, cols, move):
    lines = {
        "left": [[row * cols + col for col in range(cols)] for row in range(rows)],
        "right": [[row * cols + col for col in reversed(range(cols))] for row in range(rows)],
        "up": [[row * cols + col for row in range(rows)] for col in range(cols)],
        "down": [[row * cols + col for row in reversed(range(rows))] for col in range(cols)],
    }[move]
    after, reward = list(board), 0
    for line in lines:
        row, gained = slid_row([board[cell] for cell in line])
        reward += gained
        for cell, tile in zip(line, row):
            after[cell] = tile
    return after, reward


def check_values(program, model):
    """Asks the program for the value of each move of random boards, through its engine protocol."""
    generator = random.Random(1)
    largest = min(11, model.cells + 1)
    boards = [[generator.choice([0, generator.randint(1, largest)]) for _ in range(model.cells)] for _ in range(200)]
    boards += [[generator.randint(1, 3) if generator.random() < 0.6 else 0 for _ in range(model.cells)] for _ in range(200)]
    requests = "".join(json.dumps({"id": number, "board": " ".join(str(1 << t if t else 0) for t in board), "depth": 1})
                       + "\n" for number, board in enumerate(boards))
    answers = subprocess.run([program, "engine", "--model", sys.argv[2]], input=requests, stdout=subprocess.PIPE,
                             text=True, check=True).stdout.splitlines()
    answers = sorted(map(json.loads, answers), key=lambda answer: answer["id"])
    assert len(answers) == len(boards), f"{len(answers)} answers to {len(boards)} boards"
    compared = 0
    for board, answer in zip(boards, answers):
        for move, total in answer["moves"].items():
            after, reward = slide(board, model.rows, model.cols, move)
            assert (total is None) == (after == board), (board, move)
            if total is None:
                continue
            expected = reward + model.value(after)
            assert abs(total - expected) <= 1e-3 + 1e-5 * abs(expected), (board, move, total, expected)
            compared += 1
    assert compared > 300
    return compared


# NumPy archives.

def read_npy(data):
    """A .npy file as (type, shape, bytes)."""
    assert data[:6] == b"\x93NUMPY" and data[6:8] == b"\x01\x00"
    (size,) = struct.unpack_from("<H", data, 8)
    assert (10 + size) % 64 == 0 and data[10 + size - 1:10 + size] == b"\n"
    entries = eval(data[10:10 + size], {})  # a dictionary of literals
    assert not entries["fortran_order"]
    return entries["descr"], entries["shape"], data[10 + size:]


def check_npz(model, path):
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None, "a CRC is wrong"
        arrays = {name.removesuffix(".npy"): read_npy(archive.read(name)) for name in archive.namelist()}
    kind, shape, data = arrays["tuples"]
    length = int(kind[2:])
    names = [data[n * 4 * length:(n + 1) * 4 * length].decode("utf-32-le").rstrip("\0") for n in range(shape[0])]
    assert names == model.header["tuples"].split(), names
    assert struct.unpack("<2i", arrays["board"][2]) == (model.rows, model.cols)
    assert struct.unpack("<f", arrays["initial_value"][2])[0] == as_float(model.header["initial_value"])
    assert json.loads(arrays["info"][2].decode("utf-32-le").rstrip("\0"))["board"] == model.header["board"]
    generator = random.Random(2)
    for number, cells in enumerate(model.tuples):
        kind, shape, data = arrays[f"weights_{number}"]
        assert kind == "<f4" and shape == (model.stages,) + (model.values,) * len(cells), shape
        assert len(data) == 4 * model.stages * model.sizes[number]
        for _ in range(2000):
            stage = generator.randrange(model.stages)
            tiles = [generator.randrange(min(model.values, 8)) for _ in cells]
            at = stage
            for tile in tiles:
                at = at * model.values + tile
            (weight,) = struct.unpack_from("<f", data, 4 * at)
            assert weight == model.weights[stage][number][model.index(tiles)], (number, stage, tiles)
    try:
        import numpy
    except ImportError:
        return
    with numpy.load(path) as opened:
        assert [str(name) for name in opened["tuples"]] == names
        for number, cells in enumerate(model.tuples):
            total = float(opened[f"weights_{number}"].sum(dtype="f8"))
            expected = sum(sum(stage[number]) for stage in model.weights)
            assert abs(total - expected) <= 1e-6 * (1 + sum(abs(w) for stage in model.weights for w in stage[number]))


def main():
    program, path = sys.argv[1:3]
    model = Model(path)
    info = json.loads(subprocess.run([program, "model", "info", path, "--json"], stdout=subprocess.PIPE, text=True,
                                     check=True).stdout)
    assert model.checksum() == info["checksum"], (model.checksum(), info["checksum"])
    touched = sum(weight != 0 for stage in model.weights for table in stage for weight in table)
    assert touched == info["touched"], (touched, info["touched"])
    print(f"{check_values(program, model)} values agree")
    if len(sys.argv) > 3:
        check_npz(model, sys.argv[3])
        print("the arrays agree")


if __name__ == "__main__":
    main()
