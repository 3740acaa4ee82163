import type { ContractOffer, ContractRequest } from '../../../contracts/connect.ts'
import { depositsOf, shareOf, sourceOf } from '../../forms/words.ts'
import { Amount, formatCents } from '../../ui/Amount.tsx'
import { Button } from '../../ui/Button.tsx'
import { Detail, DetailList } from '../../ui/DetailList.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Screen } from '../../ui/Screen.tsx'
import { useAction } from '../../ui/use-action.ts'
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
      title={`${name} asks for a share of your deposits`}
      lead={`When money from ${sourceOf(contract)} arrives in your Tributary account, a share goes to ${name}.`}
      actions={
        <>
          {contract.acceptable && (
            <Button busy={busy} onClick={decide('accept')}>
              Accept
            </Button>
          )}
          <Button look="quiet" onClick={decide('decline')}>
            Decline
          </Button>
          <Button look="link" onClick={decide('later')}>
            Decide later
          </Button>
        </>
      }
    >
      <DetailList>
        <Detail name="Money from">{capitalized(sourceOf(contract))}</Detail>
        <Detail name={`Goes to ${name}`}>{shareOf(contract)}</Detail>
        <Detail name="Which deposits">{depositsOf(contract)}</Detail>
      </DetailList>
      <Example offer={contract} name={name} />
      {contract.acceptable ? (
        <Notice>You may say no: you are paid all the same.</Notice>
      ) : (
        <Notice tone="warn">
          To accept, go back and choose a Tributary account: only there can deposits arrive and be split.
        </Notice>
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
        For example, {formatCents(deposit)} arrives
      </h2>
      {others > 0 && (
        <p className={styles.exampleLine}>
          <span>Your other agreements take</span>
          <Amount cents={others} />
        </p>
      )}
      <p className={styles.exampleLine}>
        <span>{others > 0 ? `By this one ${name} gets` : `${name} gets`}</span>
        <Amount cents={share} />
      </p>
      <p className={`${styles.exampleLine} ${styles.exampleTotal}`}>
        <span>You keep</span>
        <Amount cents={kept} />
      </p>
    </section>
  )
}

const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)
