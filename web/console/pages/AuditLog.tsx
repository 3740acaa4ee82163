import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { EnterpriseListed } from '../../../contracts/console/pages.ts'
import type { AuditRow } from '../../../contracts/dashboard/audit-log.ts'
import type { WholeList } from '../../../contracts/lists.ts'
import { useRead } from '../../dashboard/api/queries.ts'
import { Cards } from '../../dashboard/parts/Card.tsx'
import { DataTable } from '../../dashboard/parts/DataTable.tsx'
import { EmptyState } from '../../dashboard/parts/EmptyState.tsx'
import { PageHead } from '../../dashboard/parts/PageHead.tsx'
import { AUDIT_COLUMNS, Downloads, HashChainCheck } from '../../dashboard/people/AuditLog.tsx'

const OPERATORS = { value: 'operator', label: 'The operators' }

/** The operators' own log, and that of each enterprise. */
export default function AuditLog() {
  const [log, setLog] = useState(OPERATORS.value)
  const { data } = useRead<WholeList<EnterpriseListed>>('/enterprises')
  const path = `/audit-log/${encodeURIComponent(log)}`
  return (
    <>
      <PageHead
        title="Audit logs"
        lead="Who did what, and why. Rows are only ever added; each holds a hash of the row before it."
        actions={<Downloads at={(format) => `${path}/export.${format}`} />}
      />
      <Cards single>
        <NativeSelect
          label="Log of"
          data={[OPERATORS, ...(data?.data.map(({ id, name }) => ({ value: id, label: name })) ?? [])]}
          value={log}
          onChange={(event) => setLog(event.currentTarget.value)}
        />
        <HashChainCheck key={log} path={`${path}/check`} />
        <DataTable<AuditRow>
          key={path}
          label="Audit log"
          path={path}
          keyOf={({ position }) => String(position)}
          columns={AUDIT_COLUMNS}
          empty={<EmptyState title="No actions yet" />}
        />
      </Cards>
    </>
  )
}
