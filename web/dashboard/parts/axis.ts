const STEPS = [1, 2, 5, 10]
const LINES_MAX = 4

/** The marks of an axis from zero to beyond the largest value, in round steps: 1, 2 or 5 times a power of ten. */
export function axisMarks(largest: number): number[] {
  const atLeast = Math.max(largest, 1) / LINES_MAX
  const power = 10 ** Math.floor(Math.log10(atLeast))
  const step = power * (STEPS.find((times) => times * power >= atLeast) as number)
  return Array.from({ length: Math.ceil(Math.max(largest, 1) / step) + 1 }, (_, nth) => nth * step)
}
