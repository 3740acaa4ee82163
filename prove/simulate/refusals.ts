import type { Free } from './free.ts'
import type { Expected } from './model/book.ts'
import type { Shown } from './views.ts'

/** The whole body of a refusal, in the service's own words, where the model says all but those. */
export function refusalOf({ code, parts = {} }: Expected, found: Shown, free: Free): Shown {
  return {
    message: free.chosen('wording', found.message),
    code,
    request_id: free.chosen('request', found.request_id),
    ...Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, worded(part, found[name], free)])),
  }
}

/** Each fault of a list says what is wrong in words, too. */
function worded(part: unknown, found: unknown, free: Free): unknown {
  if (!Array.isArray(part)) return part
  const said = Array.isArray(found) ? found : []
  return part.map((fault: Shown, nth) => ({ ...fault, message: free.chosen('wording', said[nth]?.message) }))
}
