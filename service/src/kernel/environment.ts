/** Two environments exist; each has its own base address, keys and webhooks. */
export type Environment = 'sandbox' | 'production'

export const ENVIRONMENTS: readonly Environment[] = ['sandbox', 'production']
