import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readCommand } from './options.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (...args: string[]) => readCommand(args, ['door', 'payouts', 'cpu'])

describe('the command line of the benchmarks', () => {
  it('names benchmarks, or none for all of them', () => {
    expect(read()).toEqual({ names: [], cpu: { seconds: 4, pairs: 7 } })
    expect(read('door', 'cpu').names).toEqual(['door', 'cpu'])
  })

  it('has options for cpu and payouts', () => {
    const cpu = { against: ROOT, pairs: 3, seconds: 1 }
    expect(read('cpu', '--against', ROOT, '--pairs=3', '--seconds', '1')).toEqual({ names: ['cpu'], cpu })
    expect(read('cpu', '--pieces', 'send,life').cpu).toEqual({ pairs: 7, seconds: 4, pieces: ['send', 'life'] })
    expect(read('payouts', '--pieces', 'send').cpu).toEqual({ pairs: 7, seconds: 4, pieces: ['send'] })
    expect(read('cpu', '--stored', '1000000').cpu).toEqual({ pairs: 7, seconds: 4, stored: 1_000_000 })
    expect(read('cpu', '--against', ROOT).cpu).toEqual({ against: ROOT, pairs: 7, seconds: 4 })
  })

  it.each([
    [['gate'], 'There is no benchmark `gate`; there are door, payouts, cpu.'],
    [
      ['cpu', '--fast'],
      'There is no option `--fast`; `cpu` and `payouts` take --against, --pairs, --pieces, --seconds and --stored.',
    ],
    [
      ['cpu', '-x'],
      'There is no option `-x`; `cpu` and `payouts` take --against, --pairs, --pieces, --seconds and --stored.',
    ],
    [['door', '--seconds', '1'], '`--seconds` is an option of `cpu` or `payouts` alone.'],
    [['cpu', 'door', '--seconds', '1'], '`--seconds` is an option of `cpu` or `payouts` alone.'],
    [['--seconds', '1'], '`--seconds` is an option of `cpu` or `payouts` alone.'],
    [['cpu', '--pairs', '7'], '`--pairs` needs `--against` another checkout.'],
    [
      ['cpu', '--pieces', 'send,receive'],
      'There is no piece of work `receive`; there are create, batch, send, life, running, young, p2p, purchase, get, list, enterprise.',
    ],
    [['cpu', '--seconds'], '`--seconds` needs a value.'],
    [['cpu', '--seconds', '1.5'], '`--seconds` must be a whole number from 1 to 99, not `1.5`.'],
    [['cpu', '--against', ROOT, '--pairs', '0'], '`--pairs` must be a whole number from 1 to 99, not `0`.'],
    [['cpu', '--against', '/nowhere'], '`/nowhere` is not a checkout that can be run: it has no package.json.'],
  ])('%j is refused in one sentence', (args, sentence) => {
    expect(() => read(...args)).toThrow(new Error(sentence))
  })
})
