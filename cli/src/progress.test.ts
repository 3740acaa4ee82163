import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openProgress, readSaved, toRanges } from './progress.ts'

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'progress-'))
  onTestFinished(() => {
    chmodSync(made, 0o700)
    rmSync(made, { recursive: true })
  })
  return made
}

it('keeps what was delivered, in whatever order, and goes on from there', async () => {
  const file = join(folder(), 'listen.json')
  const first = openProgress(file, { position: 10, ahead: [] })
  await Promise.all([12, 15, 13, 11, 16, 20].map((position) => first.done(position)))
  expect(first.position()).toBe(13)
  const saved = readSaved(file)
  expect(saved).toEqual({
    position: 13,
    ahead: [
      [15, 16],
      [20, 20],
    ],
  })
  const second = openProgress(file, saved ?? { position: 0, ahead: [] })
  expect([13, 14, 15, 16, 17, 20, 21].filter((position) => second.isDone(position))).toEqual([13, 15, 16, 20])
  await second.done(14)
  expect(second.position()).toBe(16)
})

it('takes a file that was cut or is not its own for none', () => {
  const file = join(folder(), 'listen.json')
  expect(readSaved(file)).toBeUndefined()
  for (const text of ['', '{"position":1', '{}', 'null', '{"position":"1"}']) {
    writeFileSync(file, text)
    expect([text, readSaved(file)]).toEqual([text, undefined])
  }
})

it('keeps where it begins before anything is delivered', () => {
  const file = join(folder(), 'listen.json')
  openProgress(file, { position: 7, ahead: [[9, 9]] })
  expect(readSaved(file)).toEqual({ position: 7, ahead: [[9, 9]] })
})

it('tells the caller when a delivery cannot be written down', async () => {
  const place = join(folder(), 'place')
  const progress = openProgress(join(place, 'listen.json'), { position: 0, ahead: [] })
  rmSync(place, { recursive: true })
  writeFileSync(place, '')
  await expect(progress.done(1)).rejects.toThrow()
})

it('writes neighbours as one range', () => {
  expect(toRanges([3, 1, 2, 7, 9, 8])).toEqual([
    [1, 3],
    [7, 9],
  ])
  expect(toRanges([])).toEqual([])
})
