declare const utf8: unique symbol

/** A text in UTF-8, with one character for each of its bytes. */
export type Utf8 = string & { readonly [utf8]: true }

/** Any other text: one in UTF-8 must not be encoded twice. */
export type NotUtf8 = string & { readonly [utf8]?: never }

// V8 keeps a text with a character beyond Latin-1, such as the dots of `Checking ••••6789`, in two bytes a character. Such
// a text takes longer to make, to count, to join to the headers and to encode: 15 % of a read by id. A text in UTF-8 is sent
// as it is.

const BEYOND_ASCII = /[\u0080-\uffff]/

const bytesOf = (text: string): string => Buffer.from(text).toString('latin1')

export const toUtf8 = (text: NotUtf8): Utf8 => (BEYOND_ASCII.test(text) ? bytesOf(text) : text) as Utf8

export const fromUtf8 = (text: Utf8): string => Buffer.from(text, 'latin1').toString()

/**
 * The JSON text of a view, in UTF-8. Its texts beyond ASCII are few and short, so they are encoded before the whole is made.
 * Its own names are ASCII, as they are the API's. A view is what `JSON.parse` could have made, without halves of surrogate
 * pairs, which no accepted text has.
 */
export const utf8Json = (view: object): Utf8 =>
  JSON.stringify(encodedValues(view as Readonly<Record<string, unknown>>)) as Utf8

/** The value itself where all of it is ASCII, as nearly every part of a view is. */
function encoded(value: unknown): unknown {
  if (typeof value === 'string') return toUtf8(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return encodedItems(value)
  return encodedFields(value as Readonly<Record<string, unknown>>)
}

function encodedItems(items: readonly unknown[]): readonly unknown[] {
  let copy: unknown[] | undefined
  for (let nth = 0; nth < items.length; nth++) {
    const after = encoded(items[nth])
    if (after === items[nth]) continue
    copy ??= [...items]
    copy[nth] = after
  }
  return copy ?? items
}

function encodedFields(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  // Names first, or values would be encoded twice, those within them four times, and so on down: names are the caller's own
  // in `user_data`.
  for (const name in fields) if (BEYOND_ASCII.test(name)) return renamedFields(fields)
  return encodedValues(fields)
}

function encodedValues(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  let copy: Record<string, unknown> | undefined
  for (const name in fields) {
    const after = encoded(fields[name])
    if (after === fields[name]) continue
    copy ??= { ...fields }
    copy[name] = after
  }
  return copy ?? fields
}

const renamedFields = (fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [toUtf8(name), encoded(value)]))
