import type { CardRequest } from '../../contracts/card-form.ts'
import { Button } from '../ui/Button.tsx'
import { BRAND_NAMES } from '../ui/card-brands.ts'
import { Notice } from '../ui/Notice.tsx'
import { RequestError } from '../ui/requests.ts'
import { Screen } from '../ui/Screen.tsx'
import { TextField } from '../ui/TextField.tsx'
import { useAction } from '../ui/use-action.ts'
import { useForm } from '../ui/use-form.ts'
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

/** The form's own fields. The card number is held here and in one request only. */
export function CardFields({ replacing, onSubmit, onCancel }: CardFieldsProps) {
  const { busy, error, run } = useAction()
  const form = useForm({
    number: { rule: numberRule, shape: groupNumber, full: 19 },
    expiry: { rule: expiryRule(new Date()), shape: shapeExpiry },
    cvc: { rule: anyCvcRule, shape: (typed: string) => digits(typed).slice(0, 4) },
    postal_code: { rule: postalRule },
  })
  const network = networkOf(form.values.number)

  async function submit(): Promise<void> {
    const expiry = readExpiry(form.values.expiry)
    if (!form.check() || !expiry) return
    // The length of the security code depends on the card number.
    const wrongCode = cvcRule(form.values.number)(form.values.cvc)
    if (wrongCode)
      return form.showErrors(
        new RequestError(0, { errors: [{ param: 'cvc', code: 'invalid_cvc', message: wrongCode }] }),
      )
    const refused = await run(() =>
      onSubmit({
        number: digits(form.values.number),
        expiration_month: expiry.month,
        expiration_year: expiry.year,
        cvc: form.values.cvc,
        postal_code: form.values.postal_code.trim(),
      }),
    )
    form.showErrors(aboutExpiry(refused))
  }

  return (
    <Screen
      title={replacing ? 'Replace your card' : 'Add a card'}
      lead="Your card is kept by the card processor. It is charged only when you buy something."
      onSubmit={() => void submit()}
      actions={
        <>
          <Button type="submit" busy={busy}>
            Save card
          </Button>
          {onCancel && (
            <Button look="quiet" onClick={onCancel}>
              Keep the old one
            </Button>
          )}
        </>
      }
    >
      {error && error.fieldErrors.length === 0 && <Notice tone="danger">{error.message}</Notice>}
      <TextField
        {...form.field('number')}
        label="Card number"
        inputMode="numeric"
        autoComplete="cc-number"
        maxLength={23}
        end={<span className={styles.brand}>{network && BRAND_NAMES[network.brand]}</span>}
      />
      <div className={styles.row}>
        <TextField
          {...form.field('expiry')}
          label="Expires"
          hint="Month / year"
          inputMode="numeric"
          autoComplete="cc-exp"
          placeholder="MM / YY"
          maxLength={9}
        />
        <TextField
          {...form.field('cvc')}
          label="Security code"
          hint={network?.cvcLength === 4 ? '4 digits, on the front' : '3 digits, on the back'}
          inputMode="numeric"
          autoComplete="cc-csc"
          maxLength={4}
        />
      </div>
      <TextField {...form.field('postal_code')} label="Postal code" autoComplete="postal-code" maxLength={10} />
    </Screen>
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
