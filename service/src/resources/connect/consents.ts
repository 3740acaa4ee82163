import type { Consent, LegalDocument } from '../../../../contracts/connect.ts'
import { LEGAL_NAMES, LEGAL_VERSIONS } from '../../../../contracts/legal.ts'
import { validationFailed } from '../../kernel/errors.ts'
import type { Tx } from '../../platform/database.ts'
import { insertConsents } from './consents.store.ts'
import type { ConnectContext } from './model.ts'
import type { SessionRow } from './store.ts'

/** The documents in force, which every grant agrees to. */
export const DOCUMENTS: readonly LegalDocument[] = LEGAL_NAMES.map((name) => ({
  name,
  version: LEGAL_VERSIONS[name],
  url: `/legal/${name}`,
}))

/** A page that was loaded before a new version shows the old text: its reader has to see the new one first. */
function requireAll(consents: readonly Consent[]): void {
  const missing = DOCUMENTS.filter(
    ({ name, version }) => !consents.some((given) => given.document === name && given.version === version),
  )
  if (missing.length === 0) return
  const names = missing.map(({ name, version }) => `\`${name}\` of ${version}`).join(', ')
  throw validationFailed([{ param: 'consents', code: 'required', message: `must have ${names}; load the page again` }])
}

/** Records what the creator has agreed to, in the transaction of the grant. */
export async function recordConsents(
  tx: Tx,
  session: SessionRow,
  { connection, creator, tenant }: Pick<ConnectContext, 'connection' | 'creator' | 'tenant'>,
  given: { readonly consents: readonly Consent[]; readonly language: 'en' | 'es' },
): Promise<void> {
  requireAll(given.consents)
  await insertConsents(
    tx,
    DOCUMENTS.map(({ name, version }) => ({
      tenant_id: session.tenant_id,
      session: session.id,
      document: name,
      version,
      language: given.language,
      account_connection: connection.id,
      creator_id: creator?.id ?? null,
      agreed_at: tenant.now,
    })),
  )
}
