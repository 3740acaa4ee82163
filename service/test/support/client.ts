export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever came
  readonly body: any
}

export interface CallOptions {
  readonly headers?: Record<string, string>
  readonly idempotencyKey?: string
  /** Sent as it is, instead of `body` as JSON. */
  readonly raw?: string | Uint8Array<ArrayBuffer>
}

/** An enterprise's program: speaks HTTP to the base address with its key, and looks at what comes. */
export interface Client {
  readonly base: string
  call(method: string, path: string, body?: unknown, options?: CallOptions): Promise<Answer>
  get(path: string, options?: CallOptions): Promise<Answer>
  post(path: string, body?: unknown, options?: CallOptions): Promise<Answer>
  put(path: string, body?: unknown, options?: CallOptions): Promise<Answer>
  delete(path: string, options?: CallOptions): Promise<Answer>
}

export const basic = (key: string): string => `Basic ${Buffer.from(`${key}:`).toString('base64')}`

export function createClient(base: string, key: string | undefined): Client {
  async function call(method: string, path: string, body?: unknown, options: CallOptions = {}): Promise<Answer> {
    const payload = options.raw ?? (body === undefined ? undefined : JSON.stringify(body))
    const response = await fetch(base + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(key ? { authorization: basic(key) } : {}),
        ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        ...(options.idempotencyKey ? { 'idempotency-key': options.idempotencyKey } : {}),
        ...options.headers,
      },
      ...(payload === undefined ? {} : { body: payload }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.includes('json')
    return { status: response.status, headers: response.headers, text, body: isJson && text ? JSON.parse(text) : text }
  }
  return {
    base,
    call,
    get: (path, options) => call('GET', path, undefined, options),
    post: (path, body, options) => call('POST', path, body, options),
    put: (path, body, options) => call('PUT', path, body, options),
    delete: (path, options) => call('DELETE', path, undefined, options),
  }
}
