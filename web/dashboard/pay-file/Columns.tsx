import { NativeSelect } from '@mantine/core'
import { useLocation } from 'wouter'
import type { PayFile } from '../../../contracts/dashboard/pay-file.ts'
import { useCommand } from '../api/queries.ts'
import { Card } from '../parts/Card.tsx'
import { ErrorNote } from '../parts/ErrorState.tsx'
import { Facts } from '../parts/Facts.tsx'
import styles from './pay-file.module.css'
import { dropped } from './upload.ts'

const IGNORED = ''

/** The field of each column. Columns are matched by name; the match can be changed while the file is still in this tab. */
export function Columns({ file }: { readonly file: PayFile }) {
  const source = dropped.get(file.file_id)
  const check = useCommand<PayFile>()
  const [, go] = useLocation()
  const isFixed = source === undefined || file.state !== 'validated'

  function match(changed: string, field: string): void {
    const columns = Object.fromEntries(
      file.columns.map(({ column, field: before }) => [column, column === changed ? field || null : before]),
    )
    check.mutate(
      { path: 'pay-file', body: { ...source, columns } },
      {
        onSuccess: ({ file_id }) => {
          if (source) dropped.set(file_id, source)
          go(`/pay-file/${file_id}`, { replace: true })
        },
      },
    )
  }

  return (
    <Card title="Columns" lead="The field that each column is matched to.">
      <div className={styles.stack}>
        <Facts
          facts={file.columns.map(({ column, field }) => ({
            name: column,
            value: isFixed ? (
              (field ?? 'Ignored')
            ) : (
              <NativeSelect
                aria-label={`Field of “${column}”`}
                value={field ?? IGNORED}
                disabled={check.isPending}
                onChange={(event) => match(column, event.currentTarget.value)}
                data={[{ value: IGNORED, label: 'Ignored' }, ...file.fields.map((value) => ({ value, label: value }))]}
                className={styles.match}
              />
            ),
          }))}
        />
        {check.error && <ErrorNote error={check.error} />}
      </div>
    </Card>
  )
}
