import type { ProviderSetting, Settings as SettingsView } from '../../../contracts/dashboard/settings.ts'
import { AlertSettings } from '../alerts/AlertSettings.tsx'
import { useRead, useReads } from '../api/queries.ts'
import { useEnvironment } from '../api/session.ts'
import { Rules } from '../approvals/Rules.tsx'
import { Limits } from '../limits/Limits.tsx'
import { Card, Cards } from '../parts/Card.tsx'
import { ErrorState } from '../parts/ErrorState.tsx'
import { PageHead } from '../parts/PageHead.tsx'
import { humanize } from '../parts/StatusBadge.tsx'
import { type Column, Table } from '../parts/Table.tsx'
import { Look } from './Look.tsx'
import { Own } from './Own.tsx'
import { SETTING_WORDS, settingWords } from './values.ts'

const COLUMNS: readonly Column<ProviderSetting>[] = [
  { title: 'Setting', cell: ({ name }) => SETTING_WORDS[name]?.label ?? humanize(name) },
  { title: 'Value', cell: ({ name, value }) => settingWords(name, value) },
  {
    title: 'What it does',
    grow: true,
    narrow: 'whole',
    cell: ({ name, means }) => SETTING_WORDS[name]?.does ?? means.replaceAll('`', ''),
  },
]

/** The reads of the cards below, in their order. */
const READS = ['settings', 'brand', 'approval-rules', 'v1/limit', 'alert-settings']

export default function Settings() {
  const environment = useEnvironment()
  const { data } = useRead<SettingsView>('settings')
  const { isComplete, error, refetch } = useReads(READS)
  return (
    <>
      <PageHead title="Settings" lead={`Your enterprise in ${environment}.`} />
      {error ? (
        <Card>
          <ErrorState error={error} onRetry={refetch} />
        </Card>
      ) : (
        // However long one of them takes: a card that is shown must not be pushed down by one above it.
        isComplete &&
        data && (
          <Cards>
            <Own own={data.own} />
            <Look name={data.own.name} />
            <Rules />
            <Limits />
            <AlertSettings />
            <Card title="Applied by the provider" lead="Ask your provider to change these." flush>
              <Table
                label="Settings applied by the provider"
                columns={COLUMNS}
                rows={data.provider}
                keyOf={({ name }) => name}
              />
            </Card>
          </Cards>
        )
      )}
    </>
  )
}
