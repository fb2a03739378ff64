/** FNV-1a over UTF-16 units, 32 bits, never negative. It is no good for secrets. */
export const hashText = (text: string): number => {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return hash >>> 0
}

export type SeededRandom = {
  /** A whole number from `low` to `high`, both included. */
  between: (low: number, high: number) => number
  pick: <T>(items: readonly [T, ...T[]]) => T
}

/** Gives the same numbers for the same seed, everywhere (mulberry32). They are no good for secrets. */
export const randomFrom = (seed: number): SeededRandom => {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  return { between, pick: (items) => items[between(0, items.length - 1)] ?? items[0] }
}
