import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { ChannelClosed, openChannel } from './process-channel.ts'

type Sent = (error: Error | null) => void

/** The two ends of a channel, as Node gives them to a process and to its child: messages arrive later, as JSON. */
class End extends EventEmitter {
  other: End | undefined
  isOpen = true

  send(message: object, _socket: unknown, _options: object, sent: Sent): boolean {
    if (!this.isOpen) setImmediate(sent, Object.assign(new Error('closed'), { code: 'ERR_IPC_CHANNEL_CLOSED' }))
    else setImmediate(() => this.other?.emit('message', JSON.parse(JSON.stringify(message)), undefined))
    return this.isOpen
  }

  close(): void {
    for (const end of [this, this.other as End]) {
      end.isOpen = false
      end.emit('disconnect')
    }
  }
}

function openBoth() {
  const [one, two] = [new End(), new End()]
  one.other = two
  two.other = one
  const calls = {
    double: async ({ value }: { value: number }) => value * 2,
    refuse: () => {
      throw new Error('not today')
    },
    never: () => new Promise<void>(() => {}),
  }
  openChannel(two, calls)
  return { one, channel: openChannel<typeof calls>(one, {}) }
}

it('answers go to the call they belong to, in whichever order they come', async () => {
  const { channel } = openBoth()
  const answers = await Promise.all([1, 2, 3].map((value) => channel.call('double', { value })))
  expect(answers).toEqual([2, 4, 6])
})

it('a call that fails on the other side says why', async () => {
  const { channel } = openBoth()
  await expect(channel.call('refuse', undefined)).rejects.toThrow('not today')
})

it('calls that wait when the other side ends are rejected', async () => {
  const { one, channel } = openBoth()
  const waiting = channel.call('never', undefined)
  setImmediate(() => one.close())
  await expect(waiting).rejects.toBeInstanceOf(ChannelClosed)
})

it('so is a call after the end', async () => {
  const { one, channel } = openBoth()
  one.close()
  await expect(channel.call('double', { value: 1 })).rejects.toBeInstanceOf(ChannelClosed)
})
