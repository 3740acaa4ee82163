import type { Config } from '../config.ts'
import type { Environment } from '../kernel/environment.ts'
import { addressesIn, isLoopback } from '../platform/special-addresses.ts'

export interface WebhookAddressOptions {
  readonly config: Pick<Config, 'host' | 'sandboxUrl' | 'trustedProxies' | 'sandboxWebhookAddresses'>
  readonly environments: readonly Environment[]
}

/**
 * Private and local addresses that webhooks of the sandbox may call: those that the operator names, and loopback on a
 * developer's machine. On any other machine loopback is the server's own network, which no enterprise may look into.
 */
export function sandboxExempts({ config, environments }: WebhookAddressOptions): (address: string) => boolean {
  const named = addressesIn(config.sandboxWebhookAddresses)
  const isDevelopers = !environments.includes('production') && isReachedLocallyOnly(config)
  return (address) => named(address) || (isDevelopers && isLoopback(address))
}

/** A proxy or a public address means that others reach the service, although it listens on loopback. */
const isReachedLocallyOnly = ({ host, sandboxUrl, trustedProxies }: WebhookAddressOptions['config']): boolean =>
  isLocal(host) && trustedProxies.length === 0 && (sandboxUrl === undefined || isLocal(new URL(sandboxUrl).hostname))

const isLocal = (host: string): boolean => host === 'localhost' || isLoopback(host.replace(/^\[|\]$/g, ''))
