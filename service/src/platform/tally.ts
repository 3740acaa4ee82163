import type { Registry } from 'prom-client'

type Labels = Readonly<Record<string, string>>

/** A counter that a room keeps in memory: plain numbers, read when somebody scrapes. */
export class Tally<L extends Labels> {
  readonly name: string
  readonly help: string
  readonly #counts = new Map<string, { readonly labels: L; value: number }>()

  constructor(name: string, help: string) {
    this.name = name
    this.help = help
  }

  add(labels: L, by = 1): void {
    const key = Object.values(labels).join('\n')
    const known = this.#counts.get(key)
    if (known) known.value += by
    else this.#counts.set(key, { labels, value: by })
  }

  register(registry: Registry): void {
    const { name, help } = this
    const get = async () => ({ name, help, type: 'counter', aggregator: 'sum', values: [...this.#counts.values()] })
    registry.registerMetric({ name, get, reset: () => {} } as unknown as Parameters<Registry['registerMetric']>[0])
  }
}
