import type { Embed } from '../../contracts/connect.ts'

interface Poster {
  postMessage(...args: unknown[]): unknown
}

/** The objects that native hosts put on a web view's window. */
export interface HostWindow {
  readonly parent: Window
  readonly webkit?: { readonly messageHandlers?: { readonly connectMessageHandler?: Poster } }
  readonly connectMessageHandler?: Poster
  readonly ReactNativeWebView?: Poster
  readonly location: Location
  readonly document: Document
}

/** A web view's message object, and the ways to call it, to be tried in order. */
interface NativeHost {
  readonly find: (host: HostWindow) => Poster | undefined
  readonly calls: readonly ((message: string) => unknown[])[]
}

const messageOnly = (message: string): unknown[] => [message]
/** An empty array becomes an empty list of ports, an empty Java array, or text where the bridge's method wants text. */
const messageAndTransferList = (message: string): unknown[] => [message, []]

/**
 * Android's JavaScript bridge finds a method by its name and its number of arguments, and throws when there is none. The
 * documented method has two; hosts written for an older version of these pages have one. The bridge of React Native has one.
 */
const NATIVE_HOSTS: readonly NativeHost[] = [
  { find: ({ webkit }) => webkit?.messageHandlers?.connectMessageHandler, calls: [messageOnly] },
  { find: ({ connectMessageHandler }) => connectMessageHandler, calls: [messageAndTransferList, messageOnly] },
  { find: ({ ReactNativeWebView }) => ReactNativeWebView, calls: [messageOnly] },
]

const here = (): HostWindow => window as unknown as HostWindow

export function isEmbedded(host: HostWindow = here()): boolean {
  return host.parent !== (host as unknown) || NATIVE_HOSTS.some(({ find }) => find(host) !== undefined)
}

const LOOPBACK = /^https?:\/\/(localhost|127\.0\.0\.1)(:\d+)?$/

/** The origins that a message may be posted to: the registered ones, and in sandbox a framing page on loopback. */
export function hostOrigins(embed: Embed, framedBy: string | undefined): readonly string[] {
  const loopback = embed.loopback && framedBy !== undefined && LOOPBACK.test(framedBy)
  return loopback ? [...embed.origins, framedBy] : embed.origins
}

/** The origin of the framing page, if the browser reveals it. */
function framingOrigin(host: HostWindow): string | undefined {
  const ancestor = host.location.ancestorOrigins?.[0]
  if (ancestor) return ancestor
  const { referrer } = host.document
  return URL.canParse(referrer) ? new URL(referrer).origin : undefined
}

/** Calls until one call succeeds. A fault of the host must not stop the page, so the last fault is dropped too. */
function tryInOrder(calls: readonly (() => unknown)[]): void {
  for (const call of calls) {
    try {
      // A handler of iOS may answer with a promise.
      Promise.resolve(call()).catch(() => undefined)
      return
    } catch {}
  }
}

/** Posts a message to the host in every way a host may listen. The browser drops it if the origin does not match. */
export function tellHost(embed: Embed, message: string, host: HostWindow = here()): void {
  if (host.parent !== (host as unknown)) {
    for (const origin of hostOrigins(embed, framingOrigin(host))) {
      tryInOrder([() => host.parent.postMessage(message, origin)])
    }
  }
  for (const { find, calls } of NATIVE_HOSTS) {
    // Called as a method of its own object: a bridge refuses to be called apart from it.
    tryInOrder(calls.map((argumentsOf) => () => find(host)?.postMessage(...argumentsOf(message))))
  }
}
