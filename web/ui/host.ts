import type { Embed } from '../../contracts/connect.ts'

interface Poster {
  postMessage(message: string): void
}

/** What the hosts of web views put on the window. */
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

/** The origins the message may go to: those registered, and in sandbox the framing page's own when it is a loopback one. */
export function hostOrigins(embed: Embed, framedBy: string | undefined): readonly string[] {
  const loopback = embed.loopback && framedBy !== undefined && LOOPBACK.test(framedBy)
  return loopback ? [...embed.origins, framedBy] : embed.origins
}

/** Who frames this page, as far as the browser tells. */
function framingOrigin(host: HostWindow): string | undefined {
  const ancestor = host.location.ancestorOrigins?.[0]
  if (ancestor) return ancestor
  const { referrer } = host.document
  return URL.canParse(referrer) ? new URL(referrer).origin : undefined
}

/** Tells the host by every mechanism there is. A browser drops a message whose target is not the framing page's origin. */
export function tellHost(embed: Embed, message: string, host: HostWindow = here()): void {
  if (host.parent !== (host as unknown)) {
    for (const origin of hostOrigins(embed, framingOrigin(host))) host.parent.postMessage(message, origin)
  }
  for (const poster of nativeHosts(host)) poster?.postMessage(message)
}
