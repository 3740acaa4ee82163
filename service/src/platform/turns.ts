interface Line {
  holder: symbol
  readonly waiting: { readonly holder: symbol; resolve(): void }[]
}

/** Turns at something that several processes share: one holder at a time for each name, in the order they asked. */
export class Turns {
  readonly #lines = new Map<string, Line>()

  /** Resolves when it is the holder's turn. */
  enter(name: string, holder: symbol): Promise<void> {
    const line = this.#lines.get(name)
    if (!line) {
      this.#lines.set(name, { holder, waiting: [] })
      return Promise.resolve()
    }
    return new Promise((resolve) => line.waiting.push({ holder, resolve }))
  }

  leave(name: string, holder: symbol): void {
    const line = this.#lines.get(name)
    if (line?.holder !== holder) return
    const next = line.waiting.shift()
    if (!next) this.#lines.delete(name)
    else {
      line.holder = next.holder
      next.resolve()
    }
  }

  /** Gives up every turn of a holder that is no more, also those it waited for. */
  leaveAll(holder: symbol): void {
    for (const [name, line] of this.#lines) {
      const others = line.waiting.filter((one) => one.holder !== holder)
      line.waiting.splice(0, line.waiting.length, ...others)
      this.leave(name, holder)
    }
  }
}
