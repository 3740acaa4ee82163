import { useCallback, useEffect, useState } from 'react'
import type { CardRequest, FormState } from '../../contracts/card-form.ts'
import { Badge } from '../ui/Badge.tsx'
import { tellHost } from '../ui/host.ts'
import { Page } from '../ui/Page.tsx'
import { RetryScreen } from '../ui/RetryScreen.tsx'
import { asRequestError, type RequestError } from '../ui/requests.ts'
import { Screen } from '../ui/Screen.tsx'
import { t } from '../ui/words/current.ts'
import { CardFields } from './CardFields.tsx'
import { CurrentCard } from './CurrentCard.tsx'
import { StripeFields } from './StripeFields.tsx'
import { readState, removeCard, saveCard, saveInstrument } from './session.ts'

/** The messages that the form posts to the page that embeds it. */
type Message = 'card_saved' | 'card_removed'

export function App() {
  const [state, setState] = useState<FormState>()
  const [error, setError] = useState<RequestError>()
  const [editing, setEditing] = useState(false)
  const [justSaved, setJustSaved] = useState(false)

  const load = useCallback(async () => {
    setError(undefined)
    try {
      setState(await readState())
    } catch (thrown) {
      setError(asRequestError(thrown))
    }
  }, [])
  useEffect(() => void load(), [load])

  async function change(work: Promise<FormState>, message: Message): Promise<void> {
    const next = await work
    setState(next)
    setEditing(false)
    setJustSaved(message === 'card_saved')
    tellHost(next.embed, message)
  }

  return (
    <Page name={state?.enterprise.name} enterprise={state?.enterprise} sandbox={state?.environment === 'sandbox'}>
      {error && <Unusable error={error} onRetry={load} />}
      {state?.card && !error && !editing && (
        <CurrentCard
          card={state.card}
          justSaved={justSaved}
          onReplace={() => setEditing(true)}
          onRemove={() => change(removeCard(), 'card_removed')}
        />
      )}
      {state && !error && (editing || !state.card) && (
        <Fields state={state} change={change} onCancel={state.card ? () => setEditing(false) : undefined} />
      )}
    </Page>
  )
}

interface FieldsProps {
  readonly state: FormState
  readonly change: (work: Promise<FormState>, message: Message) => Promise<void>
  readonly onCancel: (() => void) | undefined
}

function Fields({ state: { card, fields }, change, onCancel }: FieldsProps) {
  const replacing = card !== null
  if (fields.hosted_by === 'us') {
    const save = (typed: CardRequest) => change(saveCard(typed), 'card_saved')
    return <CardFields replacing={replacing} onSubmit={save} onCancel={onCancel} />
  }
  return (
    <StripeFields
      publishableKey={fields.publishable_key}
      replacing={replacing}
      onSubmit={(instrument) => change(saveInstrument({ instrument }), 'card_saved')}
      onCancel={onCancel}
    />
  )
}

function Unusable({ error, onRetry }: { readonly error: RequestError; readonly onRetry: () => Promise<void> }) {
  if (error.code !== 'unauthorized')
    return <RetryScreen title={t('card.loadFailed')} message={error.message} onRetry={onRetry} />
  return <Screen badge={<Badge tone="waiting" />} title={t('card.expired')} lead={t('card.expiredLead')} />
}
