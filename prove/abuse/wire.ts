import { connect, type Socket } from 'node:net'

export interface WireAnswer {
  readonly status: number
  readonly head: string
  readonly text: string
}

const HEAD_END = Buffer.from('\r\n\r\n')
const ANSWER_MAX_MS = 20_000

/** A connection that is kept open and carries any bytes, well-formed or not: one request after the other. */
export class Wire {
  readonly #port: number
  #socket: Socket | undefined

  constructor(port: number) {
    this.#port = port
  }

  /** What the server says to these bytes; rejects when it hangs up or says nothing. */
  send(bytes: Buffer): Promise<WireAnswer> {
    const socket = this.#socket ?? connect({ port: this.#port, host: '127.0.0.1', noDelay: true })
    this.#socket = socket
    return new Promise((resolve, reject) => {
      const received = new Received()
      const settle = (outcome: () => void): void => {
        clearTimeout(timer)
        socket.removeAllListeners('data').removeAllListeners('close').removeAllListeners('error')
        // A server that answers before it has read everything may hang up at any moment.
        socket.on('error', () => {})
        outcome()
      }
      const fail = (why: string): void => {
        this.close()
        settle(() => reject(new Error(why)))
      }
      const timer = setTimeout(() => fail('no answer in time'), ANSWER_MAX_MS)
      socket.on('error', (error) => fail(String(error)))
      socket.on('close', () => fail('the connection was closed without an answer'))
      socket.on('data', (chunk: Buffer) => {
        const answer = received.add(chunk)
        if (!answer) return
        if (/^connection: close/im.test(answer.head)) this.close()
        settle(() => resolve(answer))
      })
      socket.write(bytes)
    })
  }

  close(): void {
    this.#socket?.destroy()
    this.#socket = undefined
  }
}

/** The bytes of one answer: put together once, since an answer of many megabytes comes in thousands of parts. */
class Received {
  #chunks: Buffer[] = []
  #length = 0
  /** How many bytes the whole answer has, once its head is there. */
  #awaited: number | undefined

  /** The answer, with its last part. */
  add(chunk: Buffer): WireAnswer | undefined {
    this.#chunks.push(chunk)
    this.#length += chunk.length
    if (this.#awaited === undefined) this.#readHead()
    if (this.#awaited === undefined || this.#length < this.#awaited) return undefined
    const bytes = Buffer.concat(this.#chunks)
    const headEnd = bytes.indexOf(HEAD_END)
    const head = bytes.toString('latin1', 0, headEnd)
    const text = bytes.toString('utf8', headEnd + HEAD_END.length, this.#awaited)
    return { status: Number(head.slice(9, 12)), head, text }
  }

  #readHead(): void {
    const bytes = Buffer.concat(this.#chunks)
    const headEnd = bytes.indexOf(HEAD_END)
    this.#chunks = [bytes]
    if (headEnd < 0) return
    const length = Number(/^content-length: (\d+)/im.exec(bytes.toString('latin1', 0, headEnd))?.[1] ?? 0)
    this.#awaited = headEnd + HEAD_END.length + length
  }
}
