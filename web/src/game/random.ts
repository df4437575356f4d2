// Stateless random numbers: Philox4x32-10, a pure function of a key and a counter, bit for bit as in the program's
// src/base/random.h (Salmon et al. 2011, "Parallel random numbers: as easy as 1, 2, 3").

/** 128 random bits. */
export interface RandomBlock {
  readonly first: bigint;
  readonly second: bigint;
}

const rounds = 10;
const multipliers = [0xd2511f53n, 0xcd9e8d57n] as const;
const keySteps = [0x9e3779b9n, 0xbb67ae85n] as const;

const lowWord = (value: bigint) => value & 0xffffffffn;
const highWord = (value: bigint) => value >> 32n;

/** The random block for a seed and a counter. */
export function randomBlock(seed: number, stream: number, step: number, purpose: number): RandomBlock {
  let keys = [lowWord(BigInt(seed)), highWord(BigInt(seed))] as const;
  let words = [lowWord(BigInt(stream)), highWord(BigInt(stream)), BigInt(step), BigInt(purpose)] as const;
  for (let round = 0; round < rounds; ++round) {
    const first = multipliers[0] * words[0];
    const second = multipliers[1] * words[2];
    words = [
      highWord(second) ^ words[1] ^ keys[0],
      lowWord(second),
      highWord(first) ^ words[3] ^ keys[1],
      lowWord(first),
    ];
    keys = [lowWord(keys[0] + keySteps[0]), lowWord(keys[1] + keySteps[1])];
  }
  return { first: words[0] | (words[1] << 32n), second: words[2] | (words[3] << 32n) };
}

/** A whole number from 0 to `bound` - 1 from 64 random bits. */
export function uniformBelow(word: bigint, bound: number): number {
  return Number((word * BigInt(bound)) >> 64n);
}

/** A number in [0, 1) with 53 random bits. */
export function uniformUnit(word: bigint): number {
  return Number(word >> 11n) * 2 ** -53;
}
