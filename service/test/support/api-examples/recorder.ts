import { expect } from 'vitest'
import type { Answer, CallOptions, Client } from '../client.ts'

export interface Exchange {
  request?: unknown
  /** By status. */
  responses?: Record<string, unknown>
}

/** Calls operations and keeps what was sent and answered, by the operation's id. */
export interface Recorder {
  readonly operations: Record<string, Exchange>
  readonly client: Client
  /** Calls and keeps the request of the first call and one answer of each status; fails unless it is a success. */
  // biome-ignore lint/suspicious/noExplicitAny: a scenario looks at whatever came
  record(operationId: string, method: string, path: string, body?: unknown, options?: CallOptions): Promise<any>
}

/** Makes the call of an operation in another way than by the client, for instance by running a program. */
export type MakeCall = (
  operationId: string,
  method: string,
  path: string,
  body?: unknown,
  options?: CallOptions,
) => Promise<Answer>

export function createRecorder(client: Client, makeCall?: MakeCall): Recorder {
  const call: MakeCall = makeCall ?? ((_operationId, ...words) => client.call(...words))
  const operations: Record<string, Exchange> = {}
  return {
    operations,
    client,
    async record(operationId, method, path, body, options) {
      const answer = await call(operationId, method, path, body, options)
      expect([operationId, answer.status < 300, answer.text]).toEqual([operationId, true, expect.any(String)])
      const { request = body, responses } = operations[operationId] ?? {}
      operations[operationId] = {
        ...(request === undefined ? {} : { request }),
        responses: { ...responses, [answer.status]: answer.body },
      }
      return answer.body
    },
  }
}
