import type { Environment } from '../../kernel/environment.ts'
import type { Fault } from '../../kernel/errors.ts'
import type { Id, TenantId } from '../../kernel/ids.ts'

export interface WebhookKey {
  readonly tenant: TenantId
  readonly webhook: Id<'webhook'>
}

/** Refuses a URL that no notification may be sent to. The IP address is checked when connecting, after DNS. */
export function urlFault(url: string, environment: Environment): Fault | undefined {
  if (environment === 'production' && !url.toLowerCase().startsWith('https:')) {
    return { param: 'url', code: 'invalid_format', message: 'must be an https URL in production' }
  }
  return undefined
}
