import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The order of projects that run beside each other: those with long files first, so that short ones fill the end. */
const PROJECTS = ['programs', 'browser', 'flows', 'database', 'pure']

/** Files that take longest of their project, so that none of them begins last. Others are ordered by their size. */
const LONGEST = [
  'delivery-faults.test.ts',
  'start.test.ts',
  'vault-rotation.test.ts',
  'backups.test.ts',
  'audit.test.ts',
  'dashboard-tour.test.ts',
  'tour.test.ts',
  'secrets.test.ts',
  'dashboard-roles.test.ts',
  'name-lookup.test.ts',
]

/** Files of one project stay together: a worker that goes on with the same project keeps its modules. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const ranked = files.map((spec) => ({
      spec,
      rank: [
        spec.project.config.sequence.groupOrder,
        PROJECTS.indexOf(spec.project.name),
        placeOf(spec.moduleId),
        -statSync(spec.moduleId).size,
      ],
    }))
    return ranked.sort((a, b) => compare(a.rank, b.rank)).map(({ spec }) => spec)
  }
}

function placeOf(file: string): number {
  const place = LONGEST.indexOf(basename(file))
  return place === -1 ? LONGEST.length : place
}

function compare(a: readonly number[], b: readonly number[]): number {
  const differing = a.findIndex((value, index) => value !== b[index])
  return differing === -1 ? 0 : Number(a[differing]) - Number(b[differing])
}
