import type { Embed } from '../../contracts/connect.ts'

interface Poster {
  postMessage(message: string): void
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

const nativeHosts = (host: HostWindow): readonly (Poster | undefined)[] => [
  host.webkit?.messageHandlers?.connectMessageHandler,
  host.connectMessageHandler,
  host.ReactNativeWebView,
]

const here = (): HostWindow => window as unknown as HostWindow

export function isEmbedded(host: HostWindow = here()): boolean {
  return host.parent !== (host as unknown) || nativeHosts(host).some((poster) => poster !== undefined)
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

/** Posts a message to the host in every way a host may listen. The browser drops it if the origin does not match. */
export function tellHost(embed: Embed, message: string, host: HostWindow = here()): void {
  if (host.parent !== (host as unknown)) {
    for (const origin of hostOrigins(embed, framingOrigin(host))) host.parent.postMessage(message, origin)
  }
  for (const poster of nativeHosts(host)) poster?.postMessage(message)
}
