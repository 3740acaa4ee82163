import type { Fault } from '../kernel/errors.ts'
import type { Unstorable } from '../kernel/json.ts'

export const FAULTS_MAX = 100
const PARAM_MAX = 100

/** The parameter a path leads to. A caller's own names stand in it, so it is cut: an answer is no echo. */
export function paramName(path: readonly string[]): string {
  const name = path.map((step) => step.slice(0, PARAM_MAX + 1)).join('.')
  return name.length <= PARAM_MAX ? name : `${name.slice(0, PARAM_MAX - 1).toWellFormed()}…`
}

export const unstorableFault = ({ path, code, message }: Unstorable): Fault => ({
  param: paramName(path),
  code,
  message,
})

/** All faults at once, the first of each parameter; what is wrong as a whole is called by the root's name. */
export function firstOfEach(faults: Iterable<Fault>, root: string): Fault[] {
  const seen = new Map<string, Fault>()
  for (const fault of faults) {
    const param = fault.param || root
    if (!seen.has(param)) seen.set(param, { ...fault, param })
    if (seen.size === FAULTS_MAX) break
  }
  return [...seen.values()]
}
