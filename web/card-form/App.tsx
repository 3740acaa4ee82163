import { useCallback, useEffect, useState } from 'react'
import type { CardRequest, FormState } from '../../contracts/card-form.ts'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { tellHost } from '../ui/host.ts'
import { Page } from '../ui/Page.tsx'
import { Refusal } from '../ui/requests.ts'
import { Screen } from '../ui/Screen.tsx'
import { useAction } from '../ui/use-action.ts'
import { CardFields } from './CardFields.tsx'
import { CurrentCard } from './CurrentCard.tsx'
import { StripeFields } from './StripeFields.tsx'
import { readState, removeCard, saveCard, saveInstrument } from './session.ts'

/** What whoever embeds the form hears. */
type Message = 'card_saved' | 'card_removed'

export function App() {
  const [state, setState] = useState<FormState>()
  const [refusal, setRefusal] = useState<Refusal>()
  const [editing, setEditing] = useState(false)
  const [justSaved, setJustSaved] = useState(false)

  const load = useCallback(async () => {
    setRefusal(undefined)
    try {
      setState(await readState())
    } catch (error) {
      setRefusal(error instanceof Refusal ? error : new Refusal({}))
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
    <Page name={state?.enterprise.name} sandbox={state?.environment === 'sandbox'}>
      {refusal && <Unusable refusal={refusal} onRetry={load} />}
      {state?.card && !refusal && !editing && (
        <CurrentCard
          card={state.card}
          justSaved={justSaved}
          onReplace={() => setEditing(true)}
          onRemove={() => change(removeCard(), 'card_removed')}
        />
      )}
      {state && !refusal && (editing || !state.card) && (
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

function Unusable({ refusal, onRetry }: { readonly refusal: Refusal; readonly onRetry: () => Promise<void> }) {
  const { busy, run } = useAction()
  const over = refusal.code === 'unauthorized'
  return (
    <Screen
      badge={<Badge tone={over ? 'waiting' : 'bad'} />}
      title={over ? 'This form has expired' : 'We could not load the form'}
      lead={over ? 'Please go back and open it again.' : refusal.message}
      actions={
        !over && (
          <Button busy={busy} onClick={() => void run(onRetry)}>
            Try again
          </Button>
        )
      }
    />
  )
}
