/**
 * The documents of the service that creators agree to, and their versions in force. A new text gets a new version: what
 * a creator has agreed to is recorded by it. `web/legal` has the texts.
 */
export const LEGAL_VERSIONS = { terms: '2026-11-16', privacy: '2026-11-16', esign: '2026-11-16' } as const

export type LegalName = keyof typeof LEGAL_VERSIONS

export const LEGAL_NAMES = Object.keys(LEGAL_VERSIONS) as LegalName[]
