/**
 * What the service may choose, and no model can say. Nothing else of an answer is left out: each of these is held to its
 * form, and what must stay as it is once it was chosen is known from then on.
 */
const FORMS = {
  /** Ids are random; see `idOf`. */
  id: /^[a-z0-9]+_[0-9a-z]{26}$/,
  /** A request has an id of its own, also where its answer is a refusal. */
  request: /^req_[0-9a-z]{26}$/,
  /** How a refusal is worded is promised nowhere; its code and the parameters it names are. */
  wording: /\S/,
  /** Holds a token that is sealed anew in every answer. */
  'card form': /^http:\/\/127\.0\.0\.1:\d+\/card-form\/[\w-]{40,}$/,
  /** Holds a token that is the same every time. */
  receipt: /^http:\/\/127\.0\.0\.1:\d+\/receipt\/[\w-]{40,}$/,
  /** A creator's account has a random number, of which the last digits are shown. */
  'account number': /^\d{4}$/,
  /** An enterprise is made before its clock is ours. */
  'made at': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
} as const

type Form = keyof typeof FORMS

export class Free {
  private readonly kept = new Map<string, string>()

  /** Whatever came, if it has that form; what should have come, if not. */
  chosen(form: Form, found: unknown): string {
    return typeof found === 'string' && FORMS[form].test(found) ? found : `<${form}>`
  }

  /** The same every time that it is of the same. */
  lasting(form: Form, of: string, found: unknown): string {
    const name = `${form} of ${of}`
    const known = this.kept.get(name) ?? this.chosen(form, found)
    this.kept.set(name, known)
    return known
  }

  /** A new id, of that prefix, which nothing had before. */
  idOf(prefix: string, found: unknown): string {
    const id = this.chosen('id', found)
    if (!id.startsWith(`${prefix}_`)) return `<${prefix}_…>`
    if (this.kept.has(id)) return `<an id that is new, not ${id}>`
    this.kept.set(id, id)
    return id
  }
}
