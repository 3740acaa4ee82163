import type { Environment } from '../../../contracts/environment.ts'
import type { Limits, LimitUse, PayoutLimit } from '../../../contracts/limits.ts'
import { LIMIT_COLUMNS } from '../../dashboard/limits/columns.tsx'
import { asWritten, LIMIT_FIELDS } from '../../dashboard/limits/limit-form.ts'
import { Card } from '../../dashboard/parts/Card.tsx'
import { EmptyState } from '../../dashboard/parts/EmptyState.tsx'
import { type Column, Table } from '../../dashboard/parts/Table.tsx'
import { Deed } from '../Deed.tsx'

interface EnterpriseLimitsProps {
  readonly tenant: { readonly enterprise: string; readonly environment: Environment }
  readonly limits: Limits
}

const PATH = '/enterprises/limits'

/** The limits that hold for an enterprise. Those of the provider are added and removed here, one at a time. */
export function EnterpriseLimits({ tenant, limits: { limits } }: EnterpriseLimitsProps) {
  const provided = limits.filter(({ set_by }) => set_by === 'provider')
  const bodyOf = (all: readonly PayoutLimit[]) => ({ ...tenant, limits: all.map(asWritten) })
  const columns: readonly Column<LimitUse>[] = [
    ...LIMIT_COLUMNS,
    {
      title: 'Set by',
      align: 'right',
      cell: (limit) =>
        limit.set_by === 'enterprise' ? (
          'The enterprise'
        ) : (
          <Deed
            action="limits.change"
            label="Remove"
            title="Remove this limit?"
            lead="The enterprise's own limits stay."
            path={PATH}
            toBody={() => bodyOf(provided.filter((one) => one !== limit))}
            submit="Remove the limit"
            danger
          />
        ),
    },
  ]
  const add = (
    <Deed
      action="limits.change"
      label="Add a limit"
      title="Add a limit that the provider sets"
      lead="It holds beside the enterprise's own limits, and only you can change it."
      path={PATH}
      fields={LIMIT_FIELDS}
      toBody={(typed) => bodyOf([...provided, typed as unknown as PayoutLimit])}
      submit="Add the limit"
    />
  )
  return (
    <Card title="Limits" lead="How much may be paid, by whom and to whom." actions={add} flush>
      {limits.length === 0 ? (
        <EmptyState title="There are no limits" />
      ) : (
        <Table label="Limits and their use" columns={columns} rows={limits} keyOf={(limit) => JSON.stringify(limit)} />
      )}
    </Card>
  )
}
