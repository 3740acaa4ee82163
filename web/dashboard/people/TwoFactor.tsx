import { Button, Stack, Text } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { Enrolment } from '../../../contracts/dashboard/sign-in.ts'
import { PLACE } from '../api/place.ts'
import { request } from '../api/requests.ts'
import { useSelf, useSessionChange } from '../api/session.ts'
import { FieldsForm } from '../form/FieldsForm.tsx'
import { Card } from '../parts/Card.tsx'
import { CodeSnippet } from '../parts/CodeSnippet.tsx'
import { Copy } from '../parts/Copy.tsx'
import { Dialog } from '../parts/Dialog.tsx'
import { StatusBadge } from '../parts/StatusBadge.tsx'
import { PASSWORD, TOTP_CODE } from '../sign-in/fields.ts'
import styles from './TwoFactor.module.css'

const AUTH = `${PLACE}/auth/two-factor`

export function TwoFactor() {
  const { person } = useSelf()
  const { refresh } = useSessionChange()
  const [open, setOpen] = useState(false)
  // Fixed when the dialog opens, because setting up changes `person.two_factor` while it is open.
  const [turning, setTurning] = useState<'on' | 'off'>('on')
  /** Read again only now: the page may show something else as soon as the second factor is on, and the codes are shown once. */
  const close = () => {
    setOpen(false)
    void refresh()
  }
  return (
    <Card
      title="Second factor"
      lead="A code of an authenticator app, in addition to the password."
      actions={
        <Button
          variant={person.two_factor ? 'default' : 'filled'}
          onClick={() => {
            setTurning(person.two_factor ? 'off' : 'on')
            setOpen(true)
          }}
        >
          {person.two_factor ? 'Turn off' : 'Set up'}
        </Button>
      }
    >
      {person.two_factor ? (
        <StatusBadge status="active">On</StatusBadge>
      ) : (
        'Off. Anyone who learns your password can sign in as you.'
      )}
      <Dialog
        title={turning === 'on' ? 'Set up the second factor' : 'Turn the second factor off'}
        opened={open}
        onClose={close}
      >
        {turning === 'on' ? <SetUp onDone={close} /> : <TurnOff onDone={close} />}
      </Dialog>
    </Card>
  )
}

/** Asks for the password, then for a code of the app that scanned the picture; then shows the backup codes. */
function SetUp({ onDone }: { readonly onDone: () => void }) {
  const [enrolment, setEnrolment] = useState<Enrolment>()
  const [proven, setProven] = useState(false)
  if (!enrolment)
    return (
      <FieldsForm
        lead="First, your password."
        fields={[PASSWORD]}
        submit="Continue"
        onSubmit={async (body) => setEnrolment(await request<Enrolment>('POST', `${AUTH}/enable`, { body }))}
      />
    )
  if (!proven) return <Prove uri={enrolment.totpURI} onProven={() => setProven(true)} />
  return (
    <Stack gap="md">
      <Text>The second factor is on. Keep these codes: each lets you in once if you lose your device.</Text>
      <CodeSnippet label="Backup codes" code={{ 'Backup codes': enrolment.backupCodes.join('\n') }} />
      <Button onClick={onDone}>I have kept them</Button>
    </Stack>
  )
}

function Prove({ uri, onProven }: { readonly uri: string; readonly onProven: () => void }) {
  return (
    <FieldsForm
      lead={<Secret uri={uri} />}
      fields={[TOTP_CODE]}
      submit="Turn on"
      onSubmit={async (body) => {
        await request('POST', `${AUTH}/verify-totp`, { body })
        onProven()
      }}
    />
  )
}

/** The secret of the authenticator app, as a picture and as text. */
function Secret({ uri }: { readonly uri: string }) {
  const picture = useQrCode(uri)
  return (
    <Stack gap="md">
      <Text>Scan this with your authenticator app, then enter the code it shows.</Text>
      <div className={styles.picture}>
        {picture && <img src={picture} alt="QR code of the secret" width={192} height={192} />}
      </div>
      <Text c="dimmed">
        Or type the secret: <Copy text={new URL(uri).searchParams.get('secret') ?? ''} label="Copy the secret" whole />
      </Text>
    </Stack>
  )
}

/** A data URL; the library that draws it is loaded when it is needed. */
function useQrCode(text: string): string | undefined {
  const [picture, setPicture] = useState<string>()
  useEffect(() => {
    let isCurrent = true
    void import('qrcode')
      .then(({ toDataURL }) => toDataURL(text, { margin: 1, width: 384 }))
      .then((url) => {
        if (isCurrent) setPicture(url)
      })
    return () => {
      isCurrent = false
    }
  }, [text])
  return picture
}

function TurnOff({ onDone }: { readonly onDone: () => void }) {
  return (
    <FieldsForm
      lead="Your password alone will then let you in, and your backup codes stop working."
      fields={[PASSWORD]}
      submit="Turn off"
      onSubmit={async (body) => {
        await request('POST', `${AUTH}/disable`, { body })
        onDone()
      }}
    />
  )
}
