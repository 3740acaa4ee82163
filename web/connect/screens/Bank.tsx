import { useEffect, useState } from 'react'
import type { BankRequest, ConnectState } from '../../../contracts/connect.ts'
import { AddressFields, addressOf, addressSpecs } from '../../forms/AddressFields.tsx'
import { NameFields, nameSpecs, SsnField, ssnSpec } from '../../forms/PersonFields.tsx'
import { accountNumber, digitsOnly, routingNumber, text } from '../../forms/rules.ts'
import { Section } from '../../forms/Section.tsx'
import { Button } from '../../ui/Button.tsx'
import { Choice } from '../../ui/Choice.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { focusFirstError, Screen } from '../../ui/Screen.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useAction } from '../../ui/use-action.ts'
import { useForm } from '../../ui/use-form.ts'
import { t } from '../../ui/words/current.ts'
import { findBankName } from '../session.ts'
import type { StepProps } from '../use-flow.ts'

type AccountType = BankRequest['account_type']

const noSpaces = (typed: string): string => typed.replace(/\s/g, '')

/** The fields of the account and of its owner; the account number must be typed twice. */
function useBankForm(state: ConnectState) {
  const known: Partial<BankRequest> | undefined = state.entered.bank ?? state.prefill?.bank
  const [number, setNumber] = useState(known?.account_number ?? '')
  const form = useForm({
    routing_number: {
      initial: known?.routing_number,
      rule: routingNumber,
      full: 9,
      shape: (typed) => digitsOnly(typed, 9),
    },
    account_number: { initial: known?.account_number, rule: accountNumber, full: 18, shape: noSpaces },
    account_number_again: {
      initial: known?.account_number,
      rule: (value) => (value === number ? undefined : t('rule.accountsDiffer')),
      full: Math.max(number.length, 1),
      shape: noSpaces,
    },
    name_on_account: { initial: known?.name_on_account, rule: text(t('what.nameOnAccount')) },
    ...nameSpecs(known ?? state.invited),
    ...addressSpecs(known),
    ssn: ssnSpec(known?.ssn),
  })
  const setAccountNumber = (typed: string): void => {
    form.set('account_number', typed)
    setNumber(noSpaces(typed))
  }
  return { form, setAccountNumber, knownType: known?.account_type }
}

export function Bank({ state, flow }: StepProps) {
  const { form, setAccountNumber, knownType } = useBankForm(state)
  const [type, setType] = useState<AccountType | undefined>(knownType)
  const [typeMissing, setTypeMissing] = useState(false)
  const { busy, error, run } = useAction()
  async function submit(): Promise<void> {
    const right = form.check()
    setTypeMissing(type === undefined)
    if (!right || type === undefined) return focusFirstError()
    const { account_number_again: _, ...rest } = addressOf(form.values)
    form.showErrors(await run(() => flow.act('bank', { ...rest, account_type: type })))
  }
  return (
    <Screen
      title={t('section.bank')}
      lead={t('bank.lead', { name: state.enterprise.name })}
      onSubmit={() => void submit()}
      actions={
        <Button type="submit" busy={busy}>
          {t('continue')}
        </Button>
      }
    >
      {state.prefill && <Notice>{t('bank.sample')}</Notice>}
      <Section title={t('section.account')}>
        <NumberFields form={form} setAccountNumber={setAccountNumber} />
        <Choice
          legend={t('field.accountType')}
          name="account_type"
          short
          value={type}
          onChange={setType}
          error={typeMissing && type === undefined ? t('chooseOne') : undefined}
          options={[
            { value: 'checking', title: t('field.checking') },
            { value: 'savings', title: t('field.savings') },
          ]}
        />
        <TextField label={t('field.nameOnAccount')} autoComplete="name" {...form.field('name_on_account')} />
      </Section>
      <Section title={t('section.you')}>
        <NameFields form={form} />
        <SsnField form={form} hint={t('bank.whySsn', { name: state.enterprise.name })} />
      </Section>
      <Section title={t('section.live')}>
        <AddressFields form={form} />
      </Section>
      {error && <Notice tone="danger">{error.message}</Notice>}
    </Screen>
  )
}

function NumberFields({ form, setAccountNumber }: Omit<ReturnType<typeof useBankForm>, 'knownType'>) {
  const bankName = useBankName(form.values.routing_number, form.isRight('routing_number'))
  return (
    <>
      <TextField
        label={t('field.routing')}
        inputMode="numeric"
        autoComplete="off"
        hint={t('field.routingHint')}
        good={bankName}
        {...form.field('routing_number')}
      />
      <TextField
        label={t('field.account')}
        autoComplete="off"
        spellCheck={false}
        {...form.field('account_number')}
        onChange={setAccountNumber}
      />
      <TextField
        label={t('field.accountAgain')}
        autoComplete="off"
        spellCheck={false}
        hint={t('field.accountAgainHint')}
        {...form.field('account_number_again')}
        onPaste={(event) => event.preventDefault()}
      />
    </>
  )
}

/** Looks up the bank's name once the routing number is valid. */
function useBankName(routing: string, right: boolean): string | undefined {
  const [found, setFound] = useState<{ readonly routing: string; readonly name: string }>()
  useEffect(() => {
    if (!right) return
    let current = true
    findBankName({ routing_number: routing }).then(
      ({ bank_name }) => current && setFound({ routing, name: bank_name ?? t('field.routingGood') }),
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [routing, right])
  return right && found?.routing === routing ? found.name : undefined
}
