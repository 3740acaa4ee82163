/** Each environment has its own base address, API keys and webhooks. */
export type Environment = 'sandbox' | 'production'

export const ENVIRONMENTS: readonly Environment[] = ['sandbox', 'production']
