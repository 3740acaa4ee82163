/** The document with every reference replaced by what it refers to; one that leads nowhere is an error. */
// biome-ignore lint/suspicious/noExplicitAny: a document of any shape
export function inlined(document: any): any {
  const resolve = (ref: string): unknown => {
    const path = ref.split('/').slice(1)
    // biome-ignore lint/suspicious/noExplicitAny: as above
    const found = path.reduce<any>((node, step) => node?.[step], document)
    if (found === undefined) throw new Error(`${ref} leads nowhere`)
    return found
  }
  const inline = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inline)
    if (typeof value !== 'object' || value === null) return value
    if ('$ref' in value) return inline(resolve(value.$ref as string))
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, inline(part)]))
  }
  return inline(document)
}
