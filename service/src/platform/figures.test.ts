import { expect, it } from 'vitest'
import { cloneDatabase, connect } from '../../test/support/database.ts'
import { readableLog } from '../../test/support/logged.ts'
import { FigureReader, type FigureSource } from './figures.ts'
import { createMetrics } from './metrics.ts'

it('figures that could not be read since the start are told to be old, so that somebody notices', async () => {
  const family = { type: 'gauge' as const, help: 'A figure of this test.' }
  const sources: FigureSource[] = [
    { name: 'sound', families: { tributary_sound: family }, read: async () => [] },
    { name: 'broken', families: { tributary_broken: family }, read: (tx) => tx`select 1 from nowhere` as never },
  ]
  const figures = new FigureReader(sources)
  const { log, lines } = readableLog('warn')
  const metrics = createMetrics({ figures })
  const ages = async () =>
    [...(await metrics.text('prometheus')).matchAll(/^tributary_figures_age_seconds\{source="(\w+)"\} \S+$/gm)].map(
      ([, source]) => source,
    )
  expect(await ages()).toEqual([])
  figures.readFrom(connect(await cloneDatabase()), log)
  expect(await ages()).toEqual(['sound', 'broken'])
  expect(lines.join('')).toMatch(/nowhere.*"source":"broken"|"source":"broken".*nowhere/)
})
