const base = (): string => `${location.origin}/enterprise/v1`

/** The simplest call, to test a key. */
export const firstCall = (key: string): Record<string, string> => ({
  curl: `curl -u ${key}: ${base()}/enterprise`,
  'Node.js': `const response = await fetch('${base()}/enterprise', {
  headers: { authorization: \`Basic \${btoa('${key}:')}\` },
})
console.log(await response.json())`,
  Python: `import requests

print(requests.get("${base()}/enterprise", auth=("${key}", "")).json())`,
})

/** Verifies the signature of a webhook call. */
export const verifyCall = (): Record<string, string> => ({
  'Node.js': `import { createServer } from 'node:http'
import { Webhook } from 'standardwebhooks'

const webhook = new Webhook(process.env.WEBHOOK_SECRET)

createServer(async (request, response) => {
  const body = Buffer.concat(await Array.fromAsync(request)).toString()
  try {
    console.log('verified', webhook.verify(body, request.headers))
    response.writeHead(204).end()
  } catch {
    response.writeHead(401).end()
  }
}).listen(8080)`,
  Python: `import base64, hashlib, hmac, os

KEY = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))

def verified(headers, body: bytes) -> bool:
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(KEY, signed, hashlib.sha256).digest()).decode()
    return any(hmac.compare_digest(expected, one) for one in headers["webhook-signature"].split(" "))`,
})

/** Reads all events, for a consumer that was down. */
export const eventsCall = (): Record<string, string> => callOf({ method: 'GET', path: '/event?after=0&page_size=100' })

/** Embeds Connect in a page of the enterprise. */
export const embedCall = (): Record<string, string> => ({
  HTML: `<iframe id="connect" title="Connect" width="600" height="800" src="THE URL"></iframe>
<script>
  const frame = document.getElementById('connect')
  addEventListener('message', (event) => {
    if (event.source !== frame.contentWindow || event.origin !== new URL(frame.src).origin) return
    if (event.data === 'connect_exit') frame.remove()
  })
</script>`,
  curl: `curl -u $TRIBUTARY_API_KEY: ${base()}/connect-link \\
  -H 'Content-Type: application/json' -d '{"account_connection": "acon_…"}'`,
})

export interface Call {
  readonly method: string
  /** Below the base address, with its query. */
  readonly path: string
  readonly body?: unknown
  readonly idempotencyKey?: string | undefined
}

const indented = (value: unknown, by: string): string => JSON.stringify(value, null, 2).replaceAll('\n', `\n${by}`)

/** In single quotes of a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** JSON as a literal of Python. */
const python = (value: unknown): string =>
  indented(value, '    ').replaceAll(/(?<=[[:,]\s*)(true|false|null)(?=\s*[,\]}]|$)/gm, (word) => PYTHON[word] ?? word)

const PYTHON: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' }

/** A call to copy. The key is read from the environment: a key has no place in code. */
export const callOf = ({ method, path, body, idempotencyKey }: Call): Record<string, string> => {
  const url = `${base()}${path}`
  const hasBody = body !== undefined && body !== null
  const curl = [
    `curl -u "$TRIBUTARY_API_KEY:" -X ${method} ${quoted(url)}`,
    ...(idempotencyKey ? [`-H ${quoted(`Idempotency-Key: ${idempotencyKey}`)}`] : []),
    ...(hasBody ? ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body, null, 2))}`] : []),
  ]
  const headers = [
    "    authorization: 'Basic ' + btoa(process.env.TRIBUTARY_API_KEY + ':'),",
    ...(idempotencyKey ? [`    'idempotency-key': ${JSON.stringify(idempotencyKey)},`] : []),
    ...(hasBody ? ["    'content-type': 'application/json',"] : []),
  ]
  const sent = [
    `    auth=(os.environ["TRIBUTARY_API_KEY"], ""),`,
    ...(idempotencyKey ? [`    headers={"Idempotency-Key": ${JSON.stringify(idempotencyKey)}},`] : []),
    ...(hasBody ? [`    json=${python(body)},`] : []),
  ]
  return {
    curl: curl.join(' \\\n  '),
    TypeScript: `const response = await fetch(${JSON.stringify(url)}, {
  method: '${method}',
  headers: {
${headers.join('\n')}
  },${hasBody ? `\n  body: JSON.stringify(${indented(body, '  ')}),` : ''}
})
console.log(response.status, await response.json())`,
    Python: `import os
import requests

response = requests.request(
    "${method}",
    ${JSON.stringify(url)},
${sent.join('\n')}
)
print(response.status_code, response.json())`,
  }
}
