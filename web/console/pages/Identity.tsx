import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import type { IdentityReviewDetail, RevealedField } from '../../../contracts/console/pages.ts'
import { useCommand, useRead } from '../../dashboard/api/queries.ts'
import type { PageProps } from '../../dashboard/page.ts'
import { Card, Cards } from '../../dashboard/parts/Card.tsx'
import { ErrorNote, ErrorState } from '../../dashboard/parts/ErrorState.tsx'
import { Facts } from '../../dashboard/parts/Facts.tsx'
import { PageHead } from '../../dashboard/parts/PageHead.tsx'
import { humanize } from '../../dashboard/parts/StatusBadge.tsx'
import { Deed } from '../Deed.tsx'
import { TimeIn } from '../TimeIn.tsx'

const BACK = { href: '/identities', label: 'Identities and names' }

/** Names that the plain words would not make. */
const NAMES: Readonly<Record<string, string>> = {
  ssn: 'Social security number',
  email: 'E-mail',
  state_abbreviation: 'State',
}

function nameOf(field: string): string {
  const name = field.slice(field.indexOf('.') + 1)
  return NAMES[name] ?? humanize(name)
}

/** Who gave the fields that begin so. */
const SOURCES = [
  { prefix: 'applicant', title: 'Given by the applicant' },
  { prefix: 'bank', title: 'The bank account that the applicant entered' },
  { prefix: 'invited', title: 'Given by the enterprise' },
] as const

export default function Identity({ params }: PageProps) {
  const { environment = '', enterprise = '', connection = '' } = params
  const path = `/identities/${environment}/${enterprise}/${connection}`
  const { data, error, refetch } = useRead<IdentityReviewDetail>(path)
  if (error && !data) {
    return (
      <>
        <PageHead title="Identity check" back={BACK} />
        <Card>
          <ErrorState error={error} onRetry={refetch} />
        </Card>
      </>
    )
  }
  return (
    <>
      <PageHead title="Identity check" back={BACK} lead={connection} actions={data && <Decisions review={data} />} />
      {data && <Review review={data} />}
    </>
  )
}

const whereOf = ({ environment, enterprise, connection }: IdentityReviewDetail) => ({
  environment,
  enterprise,
  connection,
})

function Decisions({ review }: { readonly review: IdentityReviewDetail }) {
  const [, navigate] = useLocation()
  return (
    <Group gap="xs">
      <Deed
        action="identities.decide"
        label="Ask again"
        title="Ask the provider for the result once more?"
        lead="Its own call may have been lost. A result is applied at once."
        path="/identities/ask"
        toBody={() => whereOf(review)}
        submit="Ask again"
        onDone={() => navigate('/identities')}
      />
      {(['approved', 'rejected'] as const).map((outcome) => (
        <Deed
          key={outcome}
          action="identities.decide"
          label={outcome === 'approved' ? 'Approve' : 'Reject'}
          danger={outcome === 'rejected'}
          title={outcome === 'approved' ? 'Approve this identity?' : 'Reject this identity?'}
          lead={
            outcome === 'approved'
              ? 'The account connection becomes active, and payouts that wait for it go on.'
              : 'The creator may start Connect again.'
          }
          path="/identities/decide"
          toBody={() => ({ ...whereOf(review), outcome })}
          submit={outcome === 'approved' ? 'Approve' : 'Reject'}
          onDone={() => navigate('/identities')}
        />
      ))}
    </Group>
  )
}

const SHARED_SSN = {
  name: 'Social security number',
  value: 'Another person gave the same one. Whatever the provider says, you decide.',
}

function Review({ review }: { readonly review: IdentityReviewDetail }) {
  const { enterprise, enterprise_name, environment, type, submitted_at, fields, shared_ssn } = review
  return (
    <Cards>
      <Card>
        <Facts
          facts={[
            { name: 'Enterprise', value: <Link href={`/enterprises/${enterprise}`}>{enterprise_name}</Link> },
            { name: 'Environment', value: humanize(environment) },
            { name: 'Payout method', value: humanize(type) },
            { name: 'Waiting since', value: <TimeIn at={submitted_at} environment={environment} /> },
            ...(shared_ssn ? [SHARED_SSN] : []),
          ]}
        />
      </Card>
      {SOURCES.map(({ prefix, title }) => {
        const own = fields.filter((field) => field.startsWith(`${prefix}.`))
        return (
          own.length > 0 && (
            <Card key={prefix} title={title}>
              <Facts
                facts={own.map((field) => ({
                  name: nameOf(field),
                  value: <Hidden field={field} review={review} />,
                }))}
              />
            </Card>
          )
        )
      })}
    </Cards>
  )
}

/** A field that is shown on request. The request is in the audit log before the value is here. */
function Hidden({ field, review }: { readonly field: string; readonly review: IdentityReviewDetail }) {
  const [value, setValue] = useState<string>()
  const reveal = useCommand<RevealedField>()
  if (value !== undefined) return value
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={`Reveal: ${nameOf(field)}`}
        loading={reveal.isPending}
        onClick={() =>
          reveal.mutate(
            { path: '/identities/reveal', body: { ...whereOf(review), field } },
            { onSuccess: (shown) => setValue(shown.value) },
          )
        }
      >
        Reveal
      </Button>
      {reveal.error && <ErrorNote error={reveal.error} />}
    </>
  )
}
