import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { ROOT } from '../bench/support/process.ts'
import type { Mutant } from './mutants/mutant.ts'
import { MUTANTS } from './mutants/table.ts'
import { figure, type Proof } from './proof.ts'
import { runTests } from './support/by-tests.ts'

const COPIES = 2
/** What a copy of the tree does without. */
const LEFT_OUT = new Set(['node_modules', '.git', '.tributary', 'results', 'screens', 'coverage'])

interface Outcome {
  readonly mutant: Mutant
  /** The tests that noticed; or why nobody could. */
  readonly caughtBy?: string
  readonly fault?: string
}

/** Each mutant in a copy of the tree: its test passes on the copy as it is, and must itself fail with the patch. */
export const mutants: Proof = {
  proves: 'the tests notice when one of its rules is broken by a small patch',
  // Some of them, by their numbers in the table, to look at one again.
  options: { first: 1, last: MUTANTS.length },
  async run({ first = 1, last = MUTANTS.length }) {
    const chosen = MUTANTS.slice(first - 1, last)
    const copies = await Promise.all(Array.from({ length: COPIES }, copyTree))
    try {
      const known = await untouched(copies[0] as string, chosen)
      const waiting = [...chosen]
      const outcomes = new Map<Mutant, Outcome>()
      const work = async (copy: string): Promise<void> => {
        for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
          const outcome = known.has(mutant)
            ? await tryMutant(copy, mutant)
            : { mutant, fault: 'no test of that name passes' }
          outcomes.set(mutant, outcome)
          console.log(
            `  ${outcome.fault ? 'FAILED ' : 'caught '} ${mutant.rule}${outcome.fault ? `: ${outcome.fault}` : ''}`,
          )
        }
      }
      await Promise.all(copies.map(work))
      printTable(chosen.flatMap((mutant) => outcomes.get(mutant) ?? []))
      const failed = [...outcomes.values()].filter(({ fault }) => fault !== undefined).length
      figure('mutants', chosen.length)
      return { passed: chosen.length - failed, failed }
    } finally {
      await Promise.all(copies.map((copy) => rm(copy, { recursive: true, force: true })))
    }
  },
}

async function copyTree(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'tributary-mutants-'))
  await cp(ROOT, copy, { recursive: true, filter: (source) => source === ROOT || !LEFT_OUT.has(basename(source)) })
  await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

const quoted = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The mutants whose test passes while nothing is broken, all run at once. */
async function untouched(copy: string, chosen: readonly Mutant[]): Promise<Set<Mutant>> {
  const files = [...new Set(chosen.map(({ test }) => test))]
  const names = chosen.map(({ named }) => quoted(named)).join('|')
  const { report, output } = await runTests([...files, '-t', names], copy)
  if (!report) throw new Error(`the tests did not run:\n${output.slice(-4_000)}`)
  return new Set(
    chosen.filter(({ test, named }) => {
      const results = report.testResults.find(({ name }) => relative(copy, name) === test)?.assertionResults ?? []
      const meant = results.filter(({ fullName }) => fullName.includes(named))
      return meant.length > 0 && meant.every(({ status }) => status === 'passed')
    }),
  )
}

/** What a test says of the rule: not that the patch is no code, nor that time was up. */
const isNotice = (messages: readonly string[]): boolean =>
  messages.length > 0 &&
  messages.every((text) => !/^(SyntaxError|ReferenceError)|is not defined|timed out in \d+ms/.test(text))

async function tryMutant(copy: string, mutant: Mutant): Promise<Outcome> {
  const { file, from, to, test, named } = mutant
  const path = join(copy, file)
  const text = await readFile(path, 'utf8')
  if (text.split(from).length !== 2) return { mutant, fault: `its text is not found once in ${file}` }
  await writeFile(
    path,
    text.replace(from, () => to),
  )
  try {
    const { report, output } = await runTests([test, '-t', quoted(named)], copy)
    if (!report) return { mutant, fault: `no test ran: ${output.slice(-300)}` }
    const meant = report.testResults.flatMap(({ assertionResults }) =>
      assertionResults.filter(({ fullName }) => fullName.includes(named)),
    )
    // A file that cannot be read, or a server that did not start, has noticed nothing.
    const noticed = meant.find(({ status, failureMessages }) => status === 'failed' && isNotice(failureMessages))
    if (noticed) return { mutant, caughtBy: noticed.title }
    const [first] = meant.flatMap(({ failureMessages }) => failureMessages)
    const why = first ?? report.testResults.map(({ message }) => message).find((message) => message !== '')
    return { mutant, fault: why ? `failed for another reason: ${why.slice(0, 300)}` : `${test} passes all the same` }
  } finally {
    await writeFile(path, text)
  }
}

function printTable(outcomes: readonly Outcome[]): void {
  console.log('\n| rule that is broken | by a patch of | caught by |\n|---|---|---|')
  for (const { mutant, caughtBy, fault } of outcomes) {
    console.log(
      `| ${mutant.rule} | \`${mutant.file.replace('service/', '')}\` | ${fault ? `**${fault}**` : `${basename(mutant.test)}: ${caughtBy}`} |`,
    )
  }
  console.log('')
}
