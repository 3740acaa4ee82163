import { SegmentedControl } from '@mantine/core'
import { useSearchParams } from 'wouter'
import type { EnterpriseDetail } from '../../../contracts/console/pages.ts'
import { ENVIRONMENTS, type Environment } from '../../../contracts/environment.ts'
import { useRead } from '../../dashboard/api/queries.ts'
import type { PageProps } from '../../dashboard/page.ts'
import { Card, Cards } from '../../dashboard/parts/Card.tsx'
import { Copy } from '../../dashboard/parts/Copy.tsx'
import { ErrorState } from '../../dashboard/parts/ErrorState.tsx'
import { PageHead } from '../../dashboard/parts/PageHead.tsx'
import { humanize, StatusBadge } from '../../dashboard/parts/StatusBadge.tsx'
import { Keys, People } from './EnterpriseAccess.tsx'
import { Control } from './EnterpriseControl.tsx'
import { EnterpriseLimits } from './EnterpriseLimits.tsx'
import { Origins, Rules, Settings } from './EnterpriseParts.tsx'

const BACK = { href: '/enterprises', label: 'Enterprises' }

/** One enterprise: who has access, and its settings, fees, keys and origins in each environment. */
export default function Enterprise({ params: { id = '' } }: PageProps) {
  const [search, setSearch] = useSearchParams()
  const environment: Environment = search.get('environment') === 'sandbox' ? 'sandbox' : 'production'
  const { data, error, refetch } = useRead<EnterpriseDetail>(`/enterprises/${encodeURIComponent(id)}`)
  if (error && !data) {
    return (
      <>
        <PageHead title="Enterprise" back={BACK} />
        <Card>
          <ErrorState error={error} onRetry={refetch} />
        </Card>
      </>
    )
  }
  const shown = data?.environments[environment]
  const tenant = { enterprise: id, environment }
  return (
    <>
      <PageHead
        title={data?.name ?? '…'}
        name="Enterprise"
        back={BACK}
        lead={<Copy text={id} />}
        badge={
          <>
            {data?.requested_name && <StatusBadge status="pending">{`Asks for “${data.requested_name}”`}</StatusBadge>}
            {shown?.suspended_because && <StatusBadge status="failed">Suspended</StatusBadge>}
            {shown?.payouts_stopped_because && <StatusBadge status="failed">Payouts stopped</StatusBadge>}
          </>
        }
        actions={
          <SegmentedControl
            aria-label="Environment"
            data={ENVIRONMENTS.map((value) => ({ value, label: humanize(value) }))}
            value={environment}
            onChange={(value) => setSearch({ environment: value }, { replace: true })}
          />
        }
      />
      {data && shown && (
        <Cards>
          <Control tenant={tenant} state={shown} />
          <EnterpriseLimits tenant={tenant} limits={shown.limits} />
          <People enterprise={id} people={data.people} />
          <Keys tenant={tenant} keys={shown.keys} />
          <Settings tenant={tenant} settings={shown.settings} kind="fees" />
          <Settings tenant={tenant} settings={shown.settings} kind="settings" />
          <Origins tenant={tenant} origins={shown.origins} />
          <Rules tenant={tenant} rules={shown.approval_rules} />
        </Cards>
      )}
    </>
  )
}
