import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import type {
  OwnSettings,
  ProviderSetting,
  SettingsUpdate,
  Settings as SettingsView,
} from '../../../contracts/dashboard/settings.ts'
import { useCommand, useRead } from '../api/queries.ts'
import { useCan, useEnvironment, useSessionChange } from '../api/session.ts'
import { Card, Cards } from '../parts/Card.tsx'
import { ErrorNote, ErrorState } from '../parts/ErrorState.tsx'
import { PageHead } from '../parts/PageHead.tsx'
import { StatusBadge, words } from '../parts/StatusBadge.tsx'
import { type Column, Table } from '../parts/Table.tsx'
import { SETTING_WORDS, settingWords } from './values.ts'

const COLUMNS: readonly Column<ProviderSetting>[] = [
  { title: 'Setting', cell: ({ name }) => SETTING_WORDS[name]?.label ?? words(name) },
  { title: 'Value', cell: ({ name, value }) => settingWords(name, value) },
  {
    title: 'What it does',
    grow: true,
    narrow: 'whole',
    cell: ({ name, means }) => SETTING_WORDS[name]?.does ?? means.replaceAll('`', ''),
  },
]

export default function Settings() {
  const environment = useEnvironment()
  const { data, error, refetch } = useRead<SettingsView>('settings')
  return (
    <>
      <PageHead title="Settings" lead={`Your enterprise in ${environment}.`} />
      {error && !data ? (
        <Card>
          <ErrorState error={error} onRetry={refetch} />
        </Card>
      ) : (
        <Cards>
          {data && <Own own={data.own} />}
          <Card title="Applied by the provider" lead="Ask your provider to change these." flush>
            <Table
              label="Settings applied by the provider"
              columns={COLUMNS}
              rows={data?.provider}
              keyOf={({ name }) => name}
            />
          </Card>
        </Cards>
      )}
    </>
  )
}

function Own({ own }: { readonly own: OwnSettings }) {
  const can = useCan()
  const { refresh } = useSessionChange()
  const [name, setName] = useState(own.name)
  const [email, setEmail] = useState(own.notification_email ?? '')
  const { mutate, isPending, isSuccess, error } = useCommand()
  const isFixed = !can('settings.change')
  return (
    <Card title="Your own" lead={isFixed ? 'Only an admin can change these.' : undefined}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          const body: SettingsUpdate = { name: name.trim(), notification_email: email.trim() || null }
          mutate({ method: 'PUT', path: 'settings', body }, { onSuccess: () => void refresh() })
        }}
      >
        <Stack gap="md" maw="26rem">
          <TextInput
            label="Name"
            description="As creators and buyers read it. The same in both environments."
            value={name}
            disabled={isFixed}
            error={error?.faultOf('name')}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <TextInput
            label="E-mail for notices"
            description="Where mail about the account itself goes, such as a webhook that was disabled."
            type="email"
            value={email}
            disabled={isFixed}
            error={error?.faultOf('notification_email')}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          {error && error.faults.length === 0 && <ErrorNote error={error} />}
          {!isFixed && (
            <Group gap="sm">
              <Button type="submit" loading={isPending}>
                Save
              </Button>
              <span aria-live="polite">{isSuccess && <StatusBadge status="done">Saved</StatusBadge>}</span>
            </Group>
          )}
        </Stack>
      </form>
    </Card>
  )
}
