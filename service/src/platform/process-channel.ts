import type { Socket } from 'node:net'

/** One end of the channel that Node opens between a process and the one that started it. */
interface Port {
  send?(message: object, socket: Socket | undefined, options: object, sent: (error: Error | null) => void): boolean
  on(event: 'message', listener: (message: unknown, socket: unknown) => void): unknown
  once(event: 'disconnect' | 'close', listener: () => void): unknown
}

/** Calls that a process answers, by name. A connection may come with one. */
// biome-ignore lint/suspicious/noExplicitAny: each side declares the bodies of its own calls
type Calls = Record<string, (body: any, socket?: Socket) => unknown>

export interface Channel<Theirs extends Calls> {
  /**
   * Rejects with the other side's message if its answer fails, and with `ChannelClosed` if the other side ends before. A
   * socket stays open here, too: it is the caller's to close when the other side has it, or to send elsewhere.
   */
  call<Name extends keyof Theirs & string>(
    name: Name,
    body: Parameters<Theirs[Name]>[0],
    socket?: Socket,
  ): Promise<Awaited<ReturnType<Theirs[Name]>>>
}

export class ChannelClosed extends Error {
  constructor() {
    super('the other process has ended')
  }
}

interface Message {
  readonly call?: number
  readonly name?: string
  readonly answer?: number
  readonly body?: unknown
  readonly failed?: string
}

/** Calls in both directions between two processes: each side answers its own and may call the other's. */
export function openChannel<Theirs extends Calls>(port: Port, ours: Calls): Channel<Theirs> {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let lastCall = 0

  const send = (message: Message, socket: Socket | undefined, sent: (error: Error | null) => void): void =>
    void port.send?.(message, socket, { keepOpen: true }, sent)

  async function answer({ call, name = '', body }: Message, socket: Socket | undefined): Promise<void> {
    const message = await Promise.try(ours[name] as Calls[string], body, socket).then(
      (result): Message => ({ answer: call as number, body: result }),
      (error): Message => ({ answer: call as number, failed: error instanceof Error ? error.message : String(error) }),
    )
    send(message, undefined, () => {})
  }

  function settle({ answer: call, body, failed }: Message): void {
    const asked = waiting.get(call as number)
    waiting.delete(call as number)
    if (failed === undefined) asked?.resolve(body)
    else asked?.reject(new Error(failed))
  }

  port.on('message', (received, socket) => {
    const message = received as Message
    if (message.answer === undefined) void answer(message, socket as Socket | undefined)
    else settle(message)
  })
  const rejectAll = (): void => {
    for (const { reject } of waiting.values()) reject(new ChannelClosed())
    waiting.clear()
  }
  port.once('disconnect', rejectAll)
  // A child that ends while a socket is on its way to it is never said to be disconnected.
  port.once('close', rejectAll)

  return {
    call(name, body, socket) {
      const call = ++lastCall
      const asked = Promise.withResolvers<unknown>()
      waiting.set(call, asked)
      send({ call, name, body }, socket, (error) => {
        if (!error) return
        waiting.delete(call)
        asked.reject(new ChannelClosed())
      })
      return asked.promise as ReturnType<Channel<Theirs>['call']> as never
    },
  }
}
