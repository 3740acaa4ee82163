import type { ContractOffer, ContractRequest } from '../../../contracts/connect.ts'
import { depositsOf, shareOf, sourceOf } from '../../forms/words.ts'
import { Amount, formatCents } from '../../ui/Amount.tsx'
import { Button } from '../../ui/Button.tsx'
import { Detail, DetailList } from '../../ui/DetailList.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Screen } from '../../ui/Screen.tsx'
import { useAction } from '../../ui/use-action.ts'
import { t } from '../../ui/words/current.ts'
import type { StepProps } from '../use-flow.ts'
import styles from './screens.module.css'

export function Contract({ state, flow }: StepProps) {
  const { busy, error, run } = useAction()
  const { contract } = state
  if (!contract) return null
  const { name } = state.enterprise
  const decide = (decision: ContractRequest['decision']) => (): void =>
    void run(() => flow.act('contract', { contract: contract.id, decision }))
  return (
    <Screen
      title={t('contract.title', { name })}
      lead={t('contract.lead', { source: sourceOf(contract), name })}
      actions={
        <>
          {contract.acceptable && (
            <Button busy={busy} onClick={decide('accept')}>
              {t('contract.accept')}
            </Button>
          )}
          <Button look="quiet" onClick={decide('decline')}>
            {t('contract.decline')}
          </Button>
          <Button look="link" onClick={decide('later')}>
            {t('contract.later')}
          </Button>
        </>
      }
    >
      <DetailList>
        <Detail name={t('contract.from')}>{capitalized(sourceOf(contract))}</Detail>
        <Detail name={t('contract.goes', { name })}>{shareOf(contract)}</Detail>
        <Detail name={t('contract.which')}>{depositsOf(contract)}</Detail>
      </DetailList>
      <Example offer={contract} name={name} />
      {contract.acceptable ? (
        <Notice>{t('contract.free')}</Notice>
      ) : (
        <Notice tone="warn">{t('contract.direct')}</Notice>
      )}
      {error && <Notice tone="danger">{error.message}</Notice>}
    </Screen>
  )
}

/** An example deposit, split by the service as the real ones will be. */
function Example({ offer, name }: { readonly offer: ContractOffer; readonly name: string }) {
  const {
    deposit_in_cents: deposit,
    others_in_cents: others,
    share_in_cents: share,
    kept_in_cents: kept,
  } = offer.example
  return (
    <section className={styles.example} aria-labelledby="example">
      <h2 id="example" className={styles.subtitle}>
        {t('contract.example', { amount: formatCents(deposit) })}
      </h2>
      {others > 0 && (
        <p className={styles.exampleLine}>
          <span>{t('contract.others')}</span>
          <Amount cents={others} />
        </p>
      )}
      <p className={styles.exampleLine}>
        <span>{t(others > 0 ? 'contract.byThis' : 'contract.gets', { name })}</span>
        <Amount cents={share} />
      </p>
      <p className={`${styles.exampleLine} ${styles.exampleTotal}`}>
        <span>{t('contract.keep')}</span>
        <Amount cents={kept} />
      </p>
    </section>
  )
}

const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)
