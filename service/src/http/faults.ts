import type { Fault } from '../kernel/errors.ts'
import type { Unstorable } from '../kernel/json.ts'

export const FAULTS_MAX = 100
const PARAM_MAX = 100

/** The name of the parameter at a path. It is cut at a length, because the caller chose the names in it. */
export function paramName(path: readonly string[]): string {
  const name = path.map((step) => step.slice(0, PARAM_MAX + 1)).join('.')
  return name.length <= PARAM_MAX ? name : `${name.slice(0, PARAM_MAX - 1).toWellFormed()}…`
}

export const unstorableFault = ({ path, code, message }: Unstorable): Fault => ({
  param: paramName(path),
  code,
  message,
})

/** The first fault of each parameter, up to a limit. A fault without a parameter gets the name of the root. */
export function firstFaultOfEachParam(faults: Iterable<Fault>, root: string): Fault[] {
  const seen = new Map<string, Fault>()
  for (const fault of faults) {
    const param = fault.param || root
    if (!seen.has(param)) seen.set(param, { ...fault, param })
    if (seen.size === FAULTS_MAX) break
  }
  return [...seen.values()]
}
