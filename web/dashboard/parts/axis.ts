const STEPS = [1, 2, 5, 10]
const LINES_MAX = 4

/**
 * The marks of an axis from zero to beyond the largest value, in round steps: 1, 2 or 5 times a power of ten. `whole`: of
 * things that are counted, there is no half.
 */
export function axisMarks(largest: number, whole = false): number[] {
  const atLeast = Math.max(largest, 1) / LINES_MAX
  const power = 10 ** Math.floor(Math.log10(atLeast))
  const round = power * (STEPS.find((times) => times * power >= atLeast) as number)
  const step = whole ? Math.max(round, 1) : round
  return Array.from({ length: Math.ceil(Math.max(largest, 1) / step) + 1 }, (_, nth) => nth * step)
}
