/** A page whose Markdown is a file of the repository. */
export interface FilePage {
  readonly slug: string
  readonly title: string
  readonly summary: string
  /** From the root of the repository. */
  readonly file: string
}

/** A page that is made from tables of the code. */
export interface MadePage extends Omit<FilePage, 'file'> {
  readonly made: 'states' | 'errors'
}

export interface Group {
  readonly title: string
  readonly pages: readonly (FilePage | MadePage)[]
}

const page = (slug: string, title: string, file: string, summary: string): FilePage => ({ slug, title, file, summary })

/** The pages that people read in this order. The API reference follows them, a page per tag of its document. */
export const GROUPS: readonly Group[] = [
  {
    title: 'Start',
    pages: [
      page('', 'Five minutes', 'site/start.md', 'From an empty terminal to the first payout and its webhook.'),
      page('libraries', 'Libraries', 'site/libraries.md', 'TypeScript, Python, the command line and agents.'),
    ],
  },
  {
    title: 'Guides',
    pages: [
      page(
        'pay-creators',
        'Pay creators',
        'site/pay-creators.md',
        'Connections, payouts, batches, schedules, returns.',
      ),
      page(
        'connect',
        'Onboard with Connect',
        'docs/connect.md',
        'Links, invites, embedding on the web, iOS and Android.',
      ),
      page('collect', 'Collect from buyers', 'docs/purchases.md', 'Buyers, cards, purchases, receipts, refunds.'),
      page(
        'split',
        'Split deposits, pay between creators',
        'docs/creators-money.md',
        'Contracts, deposits and P2P payments.',
      ),
      page('pay-by-file', 'Pay by file', 'docs/pay-by-file.md', 'A CSV of payouts, checked before anything happens.'),
      page('two-person-control', 'Two-person control', 'docs/two-person-control.md', 'What needs approval, and whose.'),
      page('go-live', 'Go live', 'site/go-live.md', 'The list to walk through before the first real payment.'),
    ],
  },
  {
    title: 'Build',
    pages: [
      page(
        'webhooks',
        'Webhooks and signatures',
        'docs/webhooks.md',
        'What is sent, how to verify it, retries, catching up.',
      ),
      page('sandbox', 'Test with the sandbox', 'docs/sandbox.md', 'The clock, and how to cause every failure.'),
      { slug: 'errors', title: 'Errors', made: 'errors', summary: 'Each code: why it happens and what to do.' },
      page(
        'idempotency',
        'Idempotency and retries',
        'site/idempotency.md',
        'How to repeat a request without paying twice.',
      ),
      page('limits', 'Limits and fees', 'site/limits.md', 'Sizes, rates, times and what things cost.'),
      { slug: 'states', title: 'States', made: 'states', summary: 'What may follow what, with diagrams.' },
    ],
  },
  {
    title: 'Understand',
    pages: [
      page('ledger', 'Ledger', 'docs/ledger.md', 'Every account, every posting.'),
      page('security', 'Security', 'docs/security.md', 'Threats, each with its defence and its proof.'),
      page('dashboard', 'Dashboard', 'docs/dashboard.md', 'People, roles, the audit log and the request log.'),
    ],
  },
  {
    title: 'Run it',
    pages: [
      page('operations', 'Operations', 'docs/operations.md', 'Settings, roles, backups, health, commands.'),
      page(
        'production',
        'Production',
        'docs/production.md',
        'The bank’s files, HTTPS, identity checks, reconciliation.',
      ),
      page('scale', 'Scale', 'docs/scale.md', 'Several processes, a standby, failover.'),
      page('changelog', 'Changelog', 'CHANGELOG.md', 'What changed.'),
    ],
  },
]
