/** One compilation for each text; there are as many texts as the program has schemas. */
export function shareByText<T>(compile: (text: string) => T): (text: string) => T {
  const compiled = new Map<string, T>()
  return (text) => {
    const known = compiled.get(text)
    if (known !== undefined) return known
    const fresh = compile(text)
    compiled.set(text, fresh)
    return fresh
  }
}
