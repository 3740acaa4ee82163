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
export const eventsCall = (): Record<string, string> => ({
  curl: `curl -u $TRIBUTARY_KEY: '${base()}/event?after=0&page_size=100'`,
})

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
  curl: `curl -u $TRIBUTARY_KEY: ${base()}/connect-link \\
  -H 'Content-Type: application/json' -d '{"account_connection": "acon_…"}'`,
})
