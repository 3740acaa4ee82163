/** Facts of a JSON text that its parsed value does not show: how much it holds, and which of its keys come twice. */

const code = (char: string): number => char.charCodeAt(0)
const [QUOTE, BACKSLASH, COLON, COMMA] = [code('"'), code('\\'), code(':'), code(',')]
const [BRACKET, BRACE, BRACKET_END, BRACE_END] = [code('['), code('{'), code(']'), code('}')]

/** The most values of a text, and how many more for each entry of the list in it whose entries are taken one by one. */
export interface PartsLimit {
  readonly max: number
  readonly perEntry?: number
  readonly entriesMax?: number
}

/**
 * Whether a JSON text has more lists, objects and values in them than it may. Each costs far more to parse than to send:
 * a megabyte of brackets, or of list entries, blocks the event loop for a tenth of a second and more.
 */
export function hasMorePartsThan(bytes: Uint8Array, { max, perEntry = 0, entriesMax = 0 }: PartsLimit): boolean {
  if (bytes.length <= max) return false
  const maxEver = max + perEntry * entriesMax
  let parts = 0
  let depth = 0
  let entries = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === QUOTE) at = endOfString(bytes, at)
    else if (byte === BRACKET_END || byte === BRACE_END) depth--
    else if (byte === COMMA || byte === BRACKET || byte === BRACE) {
      if (++parts > maxEver) return true
      // The list stands in the body's object, so that its entries are two levels down.
      if (byte !== COMMA) depth++
      else if (depth === 2) entries++
    }
  }
  return parts > max + perEntry * Math.min(entries, entriesMax)
}

/** The index of the quote that ends the string: the first with an even number of backslashes before it. */
function endOfString(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(QUOTE, from + 1); at >= 0; at = bytes.indexOf(QUOTE, at + 1)) {
    let slashes = 0
    while (bytes[at - 1 - slashes] === BACKSLASH) slashes++
    if (slashes % 2 === 0) return at
  }
  return bytes.length
}

/** The number of members of all objects in a valid JSON text, each time that a key is written. */
export function countMembers(text: string): number {
  let members = 0
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    if (char === QUOTE) at = closingQuote(text, at)
    else if (char === COLON) members++
  }
  return members
}

function closingQuote(text: string, from: number): number {
  let at = from + 1
  for (let char = text.charCodeAt(at); char !== QUOTE; char = text.charCodeAt(at)) at += char === BACKSLASH ? 2 : 1
  return at
}

/** An object or list that is being read, and the step of the path that leads into it. */
interface Container {
  /** The keys so far, with how often each was written; none for a list. */
  readonly keys: Map<string, number> | undefined
  awaitsKey: boolean
  step: string | number
}

/**
 * The path of every key that stands twice in one object of a valid JSON text, once each; not of those that are nested
 * deeper than `depthMax`, because their paths would be as long as the text.
 */
export function* duplicateKeys(text: string, depthMax: number): Generator<string[]> {
  const open: Container[] = []
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at)
    const container = open.at(-1)
    if (char === QUOTE) {
      const end = closingQuote(text, at)
      if (container?.awaitsKey && isSecond(container, text.slice(at, end + 1)) && open.length <= depthMax) {
        yield open.map(({ step }) => String(step))
      }
      at = end
    } else if (char === BRACE) open.push({ keys: new Map(), awaitsKey: true, step: '' })
    else if (char === BRACKET) open.push({ keys: undefined, awaitsKey: false, step: 0 })
    else if (char === BRACE_END || char === BRACKET_END) open.pop()
    else if (char === COMMA && container) goOn(container)
  }
}

function isSecond(container: Container, quoted: string): boolean {
  const key: string = quoted.includes('\\') ? JSON.parse(quoted) : quoted.slice(1, -1)
  const times = (container.keys?.get(key) ?? 0) + 1
  container.keys?.set(key, times)
  container.step = key
  container.awaitsKey = false
  return times === 2
}

function goOn(container: Container): void {
  if (container.keys) container.awaitsKey = true
  else container.step = Number(container.step) + 1
}
