import '../../ui/base.css'
import './embed.css'

const find = <Kind extends Element>(selector: string): Kind => {
  const found = document.querySelector<Kind>(selector)
  if (!found) throw new Error(`${selector} is missing`)
  return found
}

const frame = find<HTMLElement>('#frame')
const log = find<HTMLElement>('#log')
const field = find<HTMLInputElement>('#url')
const trouble = find<HTMLElement>('#trouble')

let connect: HTMLIFrameElement | undefined

function say(text: string): void {
  const line = document.createElement('li')
  line.textContent = `${new Date().toLocaleTimeString('en-US')}  ${text}`
  log.append(line)
}

function rest(text: string): void {
  const empty = document.createElement('p')
  empty.className = 'empty'
  empty.textContent = text
  frame.replaceChildren(empty)
  connect = undefined
}

function open(address: string): void {
  trouble.textContent = ''
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || !url.pathname.startsWith('/connect/')) {
    trouble.textContent = 'Please paste the whole url that POST /connect-link answered.'
    return
  }
  connect = document.createElement('iframe')
  connect.title = 'Connect'
  connect.src = url.href
  frame.replaceChildren(connect)
  say(`opened ${url.origin}${url.pathname.slice(0, 16)}…`)
}

// A host must check the sender of a message, and remove the frame when Connect posts its exit message.
addEventListener('message', (event) => {
  if (!connect || event.source !== connect.contentWindow || event.origin !== new URL(connect.src).origin) return
  say(`message from ${event.origin}: ${JSON.stringify(event.data)}`)
  if (event.data === 'connect_exit') rest('Connect said it is done.')
})

find<HTMLFormElement>('#form').addEventListener('submit', (event) => {
  event.preventDefault()
  open(field.value.trim())
})

// `#url=…` opens it at once; a browser sends the part after # to no server.
const given = new URLSearchParams(location.hash.slice(1)).get('url')
if (given) {
  field.value = given
  open(given)
}
