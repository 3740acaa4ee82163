/** Comments, then everything in which a semicolon or a keyword is only text. */
const TOKENS =
  /(?<comment>--[^\n]*|\/\*[\s\S]*?\*\/)|(?<quoted>[eE]'(?:\\[\s\S]|''|[^'\\])*'|'(?:''|[^'])*'|"(?:""|[^"])*"|\$(?<tag>[A-Za-z_]\w*|)\$[\s\S]*?\$\k<tag>\$)|(?<end>;)|[\s\S]/g

/** The statements of a script, one by one, without comments and semicolons. */
export function splitStatements(script: string): string[] {
  const statements: string[] = []
  let current = ''
  for (const { 0: text, groups } of script.matchAll(TOKENS)) {
    if (groups?.end) {
      statements.push(current)
      current = ''
    } else current += groups?.comment ? ' ' : text
  }
  return [...statements, current].map((statement) => statement.trim()).filter(Boolean)
}

/** A statement in lower case and single spaces, its strings and function bodies emptied: for looking at its keywords. */
export function statementOutline(statement: string): string {
  let outline = ''
  for (const { 0: text, groups } of statement.matchAll(TOKENS)) {
    if (groups?.comment) outline += ' '
    else if (!groups?.quoted) outline += text.toLowerCase()
    else outline += text.startsWith('"') ? text.slice(1, -1) : "''"
  }
  return outline.replaceAll(/\s+/g, ' ').trim()
}

/** The parts of a text between its commas, except those within parentheses or brackets. */
export function splitAtCommas(text: string): string[] {
  const parts = ['']
  let depth = 0
  for (const character of text) {
    if ('(['.includes(character)) depth++
    if (')]'.includes(character)) depth--
    if (character === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += character
  }
  return parts.map((part) => part.trim())
}
