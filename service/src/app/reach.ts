import type { Config } from '../config.ts'
import type { MetricsAccess } from '../http/index.ts'
import type { Environment } from '../kernel/environment.ts'
import { addressesIn, isLoopback } from '../platform/special-addresses.ts'

type ReachSettings = Pick<Config, 'host' | 'sandboxUrl' | 'trustedProxies'>

/**
 * Whether this is a developer's machine: nobody else reaches the service, and production is not served. A proxy or a
 * public address means that others reach it, although it listens on loopback.
 */
export function isDevelopersMachine(
  { host, sandboxUrl, trustedProxies }: ReachSettings,
  environments: readonly Environment[],
): boolean {
  const isPublic = sandboxUrl !== undefined && !isLocal(new URL(sandboxUrl).hostname)
  return isLocal(host) && !isPublic && trustedProxies.length === 0 && !environments.includes('production')
}

/** A name or address of this machine itself. */
export const isLocal = (host: string): boolean => host === 'localhost' || isLoopback(host.replace(/^\[|\]$/g, ''))

/**
 * Private and local addresses that webhooks of the sandbox may call: those that the operator names, and loopback on a
 * developer's machine. On any other machine loopback is the server's own network, which no enterprise may look into.
 */
export function sandboxExempts(
  config: ReachSettings & Pick<Config, 'sandboxWebhookAddresses'>,
  environments: readonly Environment[],
): (address: string) => boolean {
  const named = addressesIn(config.sandboxWebhookAddresses)
  const isDevelopers = isDevelopersMachine(config, environments)
  return (address) => named(address) || (isDevelopers && isLoopback(address))
}

/** Metrics tell how much business is done: outside a developer's machine they are read with the token alone. */
export function metricsAccess(
  config: ReachSettings & Pick<Config, 'metricsToken'>,
  environments: readonly Environment[],
): MetricsAccess {
  if (config.metricsToken !== undefined) return { token: config.metricsToken }
  return isDevelopersMachine(config, environments) ? 'open' : 'closed'
}
