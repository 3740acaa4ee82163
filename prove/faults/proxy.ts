import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../random.ts'

/** How bad the line is: each a share of the exchanges, from 0 to 1. */
export interface Line {
  /** The answer is thrown away once the server has sent it, and the connection is cut. */
  readonly dropAnswer: number
  /** The connection is cut while the request is on its way: the server has part of it, or all. */
  readonly cutRequest: number
  readonly delay: number
  readonly delayMaxMs: number
}

export interface LineBetween {
  readonly port: number
  readonly counts: { exchanges: number; dropped: number; cut: number; delayed: number }
  /** From now on the line is good. */
  mend(): void
  close(): Promise<void>
}

/**
 * Stands between a client and a server that take turns on a connection, as HTTP without pipelining and PostgreSQL's
 * protocol do, and decides the fate of each turn.
 */
export async function openProxy(target: NetConnectOpts, line: Line, random: Random, port = 0): Promise<LineBetween> {
  const counts = { exchanges: 0, dropped: 0, cut: 0, delayed: 0 }
  const sockets = new Set<Socket>()
  let isGood = false
  const strikes = (share: number): boolean => !isGood && random.next() < share

  const server = createServer((client) => {
    const upstream = connect(target)
    const both = [client, upstream]
    const cut = (): void => {
      for (const socket of both) socket.destroy()
    }
    for (const socket of both) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', cut)
      socket.on('close', () => {
        sockets.delete(socket)
        cut()
      })
    }
    let isAnswerDoomed = false
    client.on('data', (chunk: Buffer) => {
      counts.exchanges++
      isAnswerDoomed = strikes(line.dropAnswer)
      if (!strikes(line.cutRequest)) {
        upstream.write(chunk)
        return
      }
      counts.cut++
      // A part of it, or all: then the server does the work and finds nobody to tell.
      upstream.write(chunk.subarray(0, random.below(chunk.length + 1)), cut)
    })
    upstream.on('data', async (chunk: Buffer) => {
      if (isAnswerDoomed) {
        counts.dropped++
        cut()
        return
      }
      if (strikes(line.delay)) {
        counts.delayed++
        // Nothing overtakes it.
        upstream.pause()
        await sleep(random.below(line.delayMaxMs))
        upstream.resume()
      }
      client.write(chunk)
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    counts,
    mend() {
      isGood = true
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
