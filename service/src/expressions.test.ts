import fc from 'fast-check'
import { analyse } from 'scslre'
import { describe, expect, it } from 'vitest'
import { sizesUpTo, superlinear } from '../test/support/growth.ts'
import { readSources, type SourceExpression } from '../test/support/source.ts'

/*
 * Regular expressions run on the event loop, and a megabyte may be sent to be matched. A lint looks for an input on which
 * an expression is worse than linear. It leaves open a start that is longer than a character: `linear.test.ts` feeds the
 * readers of input themselves.
 */

/** Expressions that are not linear in every text. Each says why its text is never long, or never a stranger's. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  '/^-- breaking: *(.*)$/m': 'reads our own migrations',
}

/** Files that put an expression together while they run. A lint cannot read those; the table of readers feeds them. */
const BUILT: Readonly<Record<string, string>> = {
  'contracts/formats.ts': 'e-mail addresses, of 254 characters at most; `service/src/linear.test.ts` feeds it',
  'service/src/dashboard/request-log/redact.ts': 'names of secrets, all of fixed length; fed there, too',
  'service/src/http/mounted-routes.ts': 'the paths of routes, from their start to their end, step by step',
  'service/src/platform/cluster.ts': 'names of tables, in the text of our own migrations',
  'service/src/rails/ach/nacha/addenda.ts': 'a list of words',
  'service/src/tenants/operating-number.ts': 'digits of a fixed number',
}

const sources = (await readSources(['service/src', 'contracts'])).filter(({ path }) => !path.endsWith('.test.ts'))
const expressions = sources.flatMap((source) =>
  source.expressions().map((expression) => ({ ...expression, place: `${source.path}:${expression.line}` })),
)

const spelled = ({ source, flags }: Omit<SourceExpression, 'line'>): string => `/${source}/${flags}`

/** Why the lint believes that the time an expression takes may grow faster than its text. */
function slowByLint({ source, flags }: Omit<SourceExpression, 'line'>): string | undefined {
  const { reports } = analyse({ source, flags }, { maxReports: 1 })
  const [report] = reports
  return report && `${report.type}, ${report.exponential ? 'exponential' : 'polynomial'}`
}

const SAMPLES = { numRuns: 5, seed: 7 }
const SINGLE = ['a', 'A', '1', ' ', '\n', '.', '-', '/', '=', '"', 'é']
const ASSERTIONS = /\\[bB]|\(\?<?[=!](?:[^()]|\([^()]*\))*\)/g

/** Texts that match the expression when its assertions are left aside; none if they cannot be made. */
function matchesOf({ source, flags }: Omit<SourceExpression, 'line'>): string[] {
  try {
    const plain = new RegExp(source.replaceAll(ASSERTIONS, ''), flags.replaceAll(/[gi]/g, ''))
    return fc.sample(fc.stringMatching(plain, { size: 'small' }), SAMPLES).map((match) => match.slice(0, 60))
  } catch {
    return []
  }
}

/** Matches cut off at several places, because a match that is almost there costs the most. */
function piecesOf(expression: Omit<SourceExpression, 'line'>): string[] {
  const matches = matchesOf(expression)
  const cut = matches.flatMap((match) => [1, 0.8, 0.5].map((part) => match.slice(0, match.length * part)))
  return [...new Set([...SINGLE, ...cut])].filter((piece) => piece !== '')
}

/** The piece that takes ever longer per character the more often it stands in a text. */
function slowOnPiece(expression: Omit<SourceExpression, 'line'>): string | undefined {
  const { source, flags } = expression
  const everywhere = new RegExp(source, flags.includes('g') ? flags : `${flags}g`)
  const pieces = piecesOf(expression)
  const starts = ['', pieces.at(-1) ?? '']
  return pieces.find((piece) =>
    starts.some((start) =>
      superlinear(
        (size) => `${start}${piece.repeat(size / piece.length)}\u0000`,
        (text) => text.replace(everywhere, ''),
        sizesUpTo(65_536),
      ),
    ),
  )
}

describe('a regular expression of the service', () => {
  /** Each expression once, if it repeats anything without an end. */
  const judged = [...new Map(expressions.map((expression) => [spelled(expression), expression])).values()].filter(
    (expression) => !(spelled(expression) in EXCEPTIONS) && /[*+]|\{\d+,\d*\}/.test(expression.source),
  )

  it('is found: the literals, and the patterns of schemas', () => {
    expect(expressions.length).toBeGreaterThan(150)
    expect(expressions.map(({ source }) => source)).toContain('^\\d{3}-\\d{2}-\\d{4}$')
  })

  it('is linear as far as the lint can tell, or an exception with a reason', () => {
    const slow = judged.flatMap((expression) => {
      const why = slowByLint(expression)
      return why ? [`${expression.place} ${spelled(expression)}: ${why}`] : []
    })
    expect(slow).toEqual([])
    const all = new Set(expressions.map(spelled))
    expect(Object.keys(EXCEPTIONS).filter((exception) => !all.has(exception))).toEqual([])
  })

  it('is written out, unless the file that builds it is named here', () => {
    const building = sources.filter(({ builds }) => builds('RegExp')).map(({ path }) => path)
    expect(building.sort()).toEqual(Object.keys(BUILT).sort())
  })

  it.each([
    ['([A-Za-z][\\w.-]*)=([^\\s&;"]+)', 'g'],
    ['(https?:\\/\\/[^\\s"?#]*)\\?[^\\s"#]*', 'g'],
    ['(https?:\\/\\/[^\\s"?#]*?\\/)[A-Za-z0-9_-]{24,}(?=[\\s"/?#]|$)', 'g'],
    ['\\s+$', ''],
  ])('/%s/%s would be found: it was one, or could be', (source, flags) => {
    const expression = { source, flags }
    expect(slowByLint(expression) ?? slowOnPiece(expression)).toBeDefined()
  })
})
