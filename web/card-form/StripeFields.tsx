import { useEffect, useRef, useState } from 'react'
import { Notice } from '../ui/Notice.tsx'
import { RequestError } from '../ui/requests.ts'
import { useAction } from '../ui/use-action.ts'
import { t } from '../ui/words/current.ts'
import { CardScreen } from './CardScreen.tsx'
import styles from './card-form.module.css'

/** The part of Stripe's script that the form uses. */
interface StripeElement {
  mount(where: HTMLElement): void
  destroy(): void
}
interface StripeScript {
  elements(): { create(kind: 'card'): StripeElement }
  createPaymentMethod(order: {
    type: 'card'
    card: StripeElement
  }): Promise<{ paymentMethod?: { id: string }; error?: { message?: string } }>
}
type StripeGlobal = (publishableKey: string) => StripeScript

const SCRIPT = 'https://js.stripe.com/v3/'

function loadStripe(): Promise<StripeGlobal> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    script.src = SCRIPT
    script.onload = () => resolve((window as unknown as { Stripe: StripeGlobal }).Stripe)
    script.onerror = () => reject(new RequestError(0, { message: t('card.fieldsFailed') }))
    document.head.append(script)
  })
}

interface StripeFieldsProps {
  readonly publishableKey: string
  readonly replacing: boolean
  readonly onSubmit: (instrument: string) => Promise<void>
  readonly onCancel: (() => void) | undefined
}

/** Stripe's fields, in Stripe's own frame: the card number never reaches this page or the service. */
export function StripeFields({ publishableKey, replacing, onSubmit, onCancel }: StripeFieldsProps) {
  const place = useRef<HTMLDivElement>(null)
  const parts = useRef<{ stripe: StripeScript; card: StripeElement }>(undefined)
  const [broken, setBroken] = useState<string>()
  const { busy, error, run } = useAction()

  useEffect(() => {
    let gone = false
    loadStripe().then(
      (create) => {
        if (gone || !place.current) return
        const stripe = create(publishableKey)
        const card = stripe.elements().create('card')
        card.mount(place.current)
        parts.current = { stripe, card }
      },
      (error: Error) => setBroken(error.message),
    )
    return () => {
      gone = true
      parts.current?.card.destroy()
    }
  }, [publishableKey])

  async function submit(): Promise<void> {
    const fields = parts.current
    if (!fields) return
    await run(async () => {
      const made = await fields.stripe.createPaymentMethod({ type: 'card', card: fields.card })
      if (!made.paymentMethod) throw new RequestError(0, { message: made.error?.message ?? t('card.check') })
      await onSubmit(made.paymentMethod.id)
    })
  }

  const trouble = broken ?? error?.message
  return (
    <CardScreen replacing={replacing} busy={busy} onSubmit={submit} onCancel={onCancel}>
      {trouble && <Notice tone="danger">{trouble}</Notice>}
      <div ref={place} className={styles.hosted} />
    </CardScreen>
  )
}
