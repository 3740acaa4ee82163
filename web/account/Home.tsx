import type { AccountHome, ConnectedEnterprise, HomeContract, Movement } from '../../contracts/account.ts'
import { depositsOf, formatDay, lasts, METHOD, PERMISSION, shareOf, sourceOf } from '../forms/words.ts'
import { Amount } from '../ui/Amount.tsx'
import { Screen } from '../ui/Screen.tsx'
import styles from './account.module.css'

export function Home({ home }: { readonly home: AccountHome }) {
  return (
    <Screen title={<span className={styles.quiet}>Balance</span>}>
      <div className={styles.balance}>
        <p className={styles.amount}>
          <Amount cents={home.balance_in_cents} />
        </p>
        <p className={styles.soft}>
          {home.account ?? 'You have no account yet: one opens when you choose it in Connect.'}
        </p>
      </div>
      <List
        title="Last movements"
        empty="Nothing yet. Money you receive shows here."
        items={home.movements}
        of={MovementLine}
      />
      <List title="Who pays you" empty="Nobody yet." items={home.enterprises} of={EnterpriseLine} />
      {home.contracts.length > 0 && <List title="Agreements" empty="" items={home.contracts} of={ContractLine} />}
    </Screen>
  )
}

interface ListProps<Item> {
  readonly title: string
  readonly empty: string
  readonly items: readonly Item[]
  readonly of: (item: Item) => React.ReactNode
}

function List<Item>({ title, empty, items, of }: ListProps<Item>) {
  return (
    <section className={styles.section}>
      <h2 className={styles.subtitle}>{title}</h2>
      {items.length === 0 ? (
        <p className={styles.soft}>{empty}</p>
      ) : (
        <ul className={styles.list}>
          {items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: read once, never reordered
            <li key={index} className={styles.line}>
              {of(item)}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const MovementLine = ({ description, at, amount_in_cents }: Movement) => (
  <>
    <div className={styles.words}>
      <p className={styles.strong}>{description}</p>
      <p className={styles.soft}>{formatDay(at)}</p>
    </div>
    <Amount cents={amount_in_cents} sign />
  </>
)

const EnterpriseLine = ({ name, type, permissions, since }: ConnectedEnterprise) => (
  <div className={styles.words}>
    <p className={styles.strong}>{name}</p>
    <p className={styles.soft}>
      {METHOD[type].title}, since {formatDay(since)}
    </p>
    {permissions.map((permission) => (
      <p key={permission.name} className={styles.soft}>
        {PERMISSION[permission.name].title}. {lasts(permission)}.
      </p>
    ))}
  </div>
)

const STATUS: Record<HomeContract['status'], string> = {
  created: 'Waiting for your answer',
  active: 'Active',
  declined: 'Declined',
  terminated: 'Ended',
  expired: 'Expired',
}

const ContractLine = (contract: HomeContract) => (
  <>
    <div className={styles.words}>
      <p className={styles.strong}>{contract.enterprise}</p>
      <p className={styles.soft}>
        {shareOf(contract)} from {sourceOf(contract)}
      </p>
      <p className={styles.soft}>Deposits: {depositsOf(contract)}</p>
    </div>
    <span className={styles.status}>{STATUS[contract.status]}</span>
  </>
)
