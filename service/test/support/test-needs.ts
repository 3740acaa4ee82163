import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'

const ROOT = join(import.meta.dirname, '../../..')
const SUPPORT = import.meta.dirname

/**
 * The imports of a test decide what is set up for it, so that no list of names can be wrong. What reads the statements of
 * the run comes with the processes: after all others.
 */
const NEEDS = {
  database: (imported: string) => imported === join(SUPPORT, 'database.ts'),
  processes: (imported: string) =>
    imported === 'node:child_process' ||
    imported === join(ROOT, 'prove/failover/pair.ts') ||
    ['program.ts', 'own-postgres.ts', 'sshd.ts', 'sent-statements.ts'].some((name) => imported === join(SUPPORT, name)),
}

const isSupport = (file: string): boolean => dirname(file).startsWith(SUPPORT) && existsSync(file)

/** The imports of a test and of the support it uses; the product's own imports are not followed. */
function importsOf(file: string, known = new Set<string>()): Set<string> {
  for (const [, from = ''] of readFileSync(file, 'utf8').matchAll(/^(?:import|export|\}) .*?from '([^']+)'$/gm)) {
    const imported = from.startsWith('.') ? resolve(dirname(file), from) : from
    if (known.has(imported)) continue
    known.add(imported)
    if (isSupport(imported)) importsOf(imported, known)
  }
  return known
}

export function needs(file: string, what: keyof typeof NEEDS): boolean {
  return [...importsOf(resolve(ROOT, file))].some(NEEDS[what])
}

const testsIn = (...patterns: string[]): string[] =>
  globSync(patterns, { cwd: ROOT, exclude: (name) => basename(name) === 'node_modules' })
    .map((file) => relative(ROOT, resolve(ROOT, file)))
    .sort()

const UNIT = [
  'service/src/**/*.test.ts',
  'service/test/support/*.test.ts',
  'web/**/*.test.ts',
  'bench/**/*.test.ts',
  'sdk/{generate,typescript}/**/*.test.ts',
  'cli/src/**/*.test.ts',
]
/** Tests that run the whole service over HTTP. */
const FLOWS = ['service/test/flows/*.test.ts', 'sdk/test/*.test.ts', 'cli/test/*.test.ts', 'examples/**/*.test.ts']

/** The files of each project of `vitest.config.ts`. */
export function testFiles(): Record<'pure' | 'database' | 'flows' | 'programs' | 'browser', string[]> {
  const unit = testsIn(...UNIT)
  const flows = testsIn(...FLOWS)
  return {
    pure: unit.filter((file) => !needs(file, 'database') && !needs(file, 'processes')),
    database: unit.filter((file) => needs(file, 'database')),
    flows: flows.filter((file) => !needs(file, 'processes')),
    programs: [...unit.filter((file) => !needs(file, 'database')), ...flows].filter((file) => needs(file, 'processes')),
    browser: testsIn('service/test/browser/*.test.ts'),
  }
}
