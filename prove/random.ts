/** Numbers that the same seed gives again: mulberry32. */
export interface Random {
  /** From 0 up to but not including 1. */
  next(): number
  below(max: number): number
  pick<T>(all: readonly T[]): T
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (max: number): number => Math.floor(next() * max)
  return { next, below, pick: (all) => all[below(all.length)] as (typeof all)[number] }
}
