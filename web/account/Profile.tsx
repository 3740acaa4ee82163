import type { AccountProfile, AccountSecuritySteps } from '../../contracts/account.ts'
import type { Address } from '../../contracts/resources.ts'
import { AddressFields, addressOf, addressSpecs } from '../forms/AddressFields.tsx'
import { text } from '../forms/rules.ts'
import { Button } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { Screen } from '../ui/Screen.tsx'
import { useAction } from '../ui/use-action.ts'
import { useForm } from '../ui/use-form.ts'
import { t } from '../ui/words/current.ts'
import styles from './account.module.css'
import { Submit } from './Submit.tsx'

const lineOf = ({ street_line_1, street_line_2, city, state_abbreviation, postal_code }: Address): string =>
  [street_line_1, street_line_2, city, `${state_abbreviation} ${postal_code}`].filter(Boolean).join(', ')

interface ProfileProps {
  readonly profile: AccountProfile
  readonly onAddress: () => void
}

/** Who the creator is: first on the page, since people look for their own name. */
export function Profile({ profile: { name, verified, address }, onAddress }: ProfileProps) {
  return (
    <section className={styles.section}>
      <h2 className={styles.subtitle}>{t('profile.you')}</h2>
      <ul className={styles.list}>
        <li className={styles.line}>
          <div className={styles.words}>
            <p className={styles.strong}>{name}</p>
            <p className={styles.soft}>{t(verified ? 'profile.verifiedName' : 'profile.name')}</p>
          </div>
          {verified && <span className={styles.status}>{t('profile.verified')}</span>}
        </li>
        {address !== null && (
          <li className={styles.line}>
            <div className={styles.words}>
              <p className={styles.strong}>{lineOf(address)}</p>
              <p className={styles.soft}>{t('profile.address')}</p>
            </div>
            {verified && (
              <Button look="link" aria-label={t('profile.changeAddress')} onClick={onAddress}>
                {t('login.change')}
              </Button>
            )}
          </li>
        )}
      </ul>
    </section>
  )
}

interface ChangeAddressProps {
  readonly address: Address | null
  readonly onSave: (body: AccountSecuritySteps['address']) => Promise<void>
  readonly onBack: () => void
}

export function ChangeAddress({ address, onSave, onBack }: ChangeAddressProps) {
  const form = useForm({ ...addressSpecs(address ?? undefined), password: { rule: text(t('what.password')) } })
  const { busy, error, run } = useAction()
  async function submit(): Promise<void> {
    if (form.check()) form.showErrors(await run(() => onSave(addressOf(form.values))))
  }
  return (
    <Screen
      title={t('profile.address')}
      lead={t('profile.addressLead')}
      onSubmit={() => void submit()}
      actions={<Submit label={t('save')} busy={busy} onBack={onBack} />}
    >
      {error && error.fieldErrors.length === 0 && <Notice tone="danger">{error.message}</Notice>}
      <AddressFields form={form} />
      <PasswordField label={t('field.yourPassword')} autoComplete="current-password" {...form.field('password')} />
    </Screen>
  )
}
