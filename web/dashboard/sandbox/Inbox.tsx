import { Button } from '@mantine/core'
import { useState } from 'react'
import { MESSAGE_KINDS, type Message } from '../../../contracts/sandbox.ts'
import { IconInbox, IconMail, IconMessage } from '../icons.tsx'
import { DataTable } from '../parts/DataTable.tsx'
import { Dialog } from '../parts/Dialog.tsx'
import { EmptyState } from '../parts/EmptyState.tsx'
import { Facts } from '../parts/Facts.tsx'
import type { Filter } from '../parts/filters.ts'
import { PageHead } from '../parts/PageHead.tsx'
import { humanize, StatusBadge } from '../parts/StatusBadge.tsx'
import type { Column } from '../parts/Table.tsx'
import { Time } from '../parts/Time.tsx'
import styles from './sandbox.module.css'

const FILTERS: readonly Filter[] = [
  { kind: 'text', name: 'to', label: 'Recipient', placeholder: 'Recipient' },
  {
    kind: 'choice',
    name: 'kind',
    label: 'Kind',
    options: MESSAGE_KINDS.map((value) => ({ value, label: humanize(value) })),
  },
]

/** Every e-mail and SMS of the sandbox, whether it was sent or not. */
export default function Inbox() {
  const [open, setOpen] = useState<Message>()
  const columns: readonly Column<Message>[] = [
    {
      title: 'To',
      cell: ({ channel, to }) => (
        <span className={styles.to}>
          {channel === 'email' ? (
            <IconMail size={16} aria-label="E-mail" />
          ) : (
            <IconMessage size={16} aria-label="SMS" />
          )}
          <span className={styles.recipient}>{to || 'Nobody'}</span>
        </span>
      ),
    },
    { title: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
    { title: 'Subject', grow: true, narrow: 'whole', cell: ({ subject, text }) => subject ?? text },
    { title: 'When', cell: ({ created_at }) => <Time at={created_at} /> },
    {
      title: 'Actions',
      align: 'right',
      cell: (message) => (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={`Read ${message.subject ?? 'the SMS'} to ${message.to}`}
          onClick={() => setOpen(message)}
        >
          Read
        </Button>
      ),
    },
  ]
  return (
    <>
      <PageHead
        title="Inbox"
        lead="Every e-mail and SMS of your sandbox. Only addresses like name+sandbox@example.com really get mail."
      />
      <DataTable<Message>
        label="Messages"
        path="v1/sandbox/message"
        keyOf={({ id }) => id}
        columns={columns}
        filters={FILTERS}
        empty={
          <EmptyState icon={<IconInbox size={20} />} title="No messages yet">
            Invite a creator to Connect, and the e-mail shows here.
          </EmptyState>
        }
      />
      <Dialog title={open?.subject ?? 'SMS'} opened={open !== undefined} onClose={() => setOpen(undefined)} size="wide">
        {open && <MessageView {...open} />}
      </Dialog>
    </>
  )
}

function MessageView({ id, channel, to, subject, text, html, status, why, created_at }: Message) {
  return (
    <>
      <Facts
        facts={[
          { name: 'To', value: to || 'Nobody: the settings have no e-mail for notices' },
          { name: 'When', value: <Time at={created_at} /> },
          { name: 'Status', value: <StatusBadge status={status} /> },
          { name: 'Reason', value: why },
        ]}
      />
      {channel === 'sms' ? (
        <p className={styles.sms}>{text}</p>
      ) : html ? (
        // In a frame, so that the mail's styles do not reach this page.
        <iframe
          className={styles.mail}
          title={subject ?? 'E-mail'}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          src={`/dashboard/api/sandbox/message/${encodeURIComponent(id)}/html`}
        />
      ) : (
        <pre className={styles.text}>{text}</pre>
      )}
    </>
  )
}
