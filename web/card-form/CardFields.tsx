import { BRAND_NAMES } from '../../contracts/card-brands.ts'
import type { CardRequest } from '../../contracts/card-form.ts'
import { Notice } from '../ui/Notice.tsx'
import { RequestError } from '../ui/requests.ts'
import { TextField } from '../ui/TextField.tsx'
import { useAction } from '../ui/use-action.ts'
import { useForm } from '../ui/use-form.ts'
import { t } from '../ui/words/current.ts'
import { CardScreen } from './CardScreen.tsx'
import {
  anyCvcRule,
  cvcRule,
  digits,
  expiryRefused,
  expiryRule,
  groupNumber,
  networkOf,
  numberRule,
  postalRule,
  readExpiry,
  shapeExpiry,
} from './card.ts'
import styles from './card-form.module.css'

interface CardFieldsProps {
  readonly replacing: boolean
  readonly onSubmit: (card: CardRequest) => Promise<void>
  readonly onCancel: (() => void) | undefined
}

/** The values of the form, and its request. The card number is held here and in one request only. */
function useCardForm(onSubmit: CardFieldsProps['onSubmit']) {
  const { busy, error, run } = useAction()
  const form = useForm({
    number: { rule: numberRule, shape: groupNumber, full: 19 },
    expiry: { rule: expiryRule(new Date()), shape: shapeExpiry },
    cvc: { rule: anyCvcRule, shape: (typed: string) => digits(typed).slice(0, 4) },
    postal_code: { rule: postalRule },
  })
  async function submit(): Promise<void> {
    const { number, expiry: typedExpiry, cvc, postal_code } = form.values
    const expiry = readExpiry(typedExpiry)
    if (!form.check() || !expiry) return
    // The length of the security code depends on the card number.
    const wrongCode = cvcRule(number)(cvc)
    if (wrongCode) {
      const errors = [{ param: 'cvc', code: 'invalid_cvc', message: wrongCode }]
      return form.showErrors(new RequestError(0, { errors }))
    }
    const card: CardRequest = {
      number: digits(number),
      expiration_month: expiry.month,
      expiration_year: expiry.year,
      cvc,
      postal_code: postal_code.trim(),
    }
    form.showErrors(aboutExpiry(await run(() => onSubmit(card))))
  }
  return { form, busy, error, submit }
}

/** The form's own fields, for sandbox. */
export function CardFields({ replacing, onSubmit, onCancel }: CardFieldsProps) {
  const { form, busy, error, submit } = useCardForm(onSubmit)
  const network = networkOf(form.values.number)
  return (
    <CardScreen replacing={replacing} busy={busy} onSubmit={submit} onCancel={onCancel}>
      {error && error.fieldErrors.length === 0 && <Notice tone="danger">{error.message}</Notice>}
      <TextField
        {...form.field('number')}
        label={t('card.number')}
        inputMode="numeric"
        autoComplete="cc-number"
        maxLength={23}
        end={<span className={styles.brand}>{network && BRAND_NAMES[network.brand]}</span>}
      />
      <div className={styles.row}>
        <TextField
          {...form.field('expiry')}
          label={t('card.expires')}
          hint={t('card.expiresHint')}
          inputMode="numeric"
          autoComplete="cc-exp"
          placeholder={t('card.expiresForm')}
          maxLength={9}
        />
        <TextField
          {...form.field('cvc')}
          label={t('card.cvc')}
          hint={t(network?.cvcLength === 4 ? 'card.cvcFront' : 'card.cvcBack')}
          inputMode="numeric"
          autoComplete="cc-csc"
          maxLength={4}
        />
      </div>
      <TextField {...form.field('postal_code')} label={t('card.postal')} autoComplete="postal-code" maxLength={10} />
    </CardScreen>
  )
}

/** Moves errors of month and year to the one field that holds both. */
function aboutExpiry(error: RequestError | undefined): RequestError | undefined {
  if (!error) return undefined
  const errors = error.fieldErrors.map((field) =>
    field.param.startsWith('expiration_') ? { ...field, param: 'expiry', message: expiryRefused(field.code) } : field,
  )
  return new RequestError(0, { message: error.message, errors })
}
