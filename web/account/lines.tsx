import type { ReactNode } from 'react'
import type { Movement } from '../../contracts/account.ts'
import { formatDay } from '../forms/words.ts'
import { Amount } from '../ui/Amount.tsx'
import { t } from '../ui/words/current.ts'
import styles from './account.module.css'

interface ListProps<Item> {
  readonly title: string
  readonly empty: string
  readonly items: readonly Item[]
  readonly of: (item: Item) => ReactNode
}

export function List<Item>({ title, empty, items, of }: ListProps<Item>) {
  return (
    <section className={styles.section}>
      <h2 className={styles.subtitle}>{title}</h2>
      {items.length === 0 ? <p className={styles.soft}>{empty}</p> : <Lines items={items} of={of} />}
    </section>
  )
}

export const Lines = <Item,>({ items, of }: Pick<ListProps<Item>, 'items' | 'of'>) => (
  <ul className={styles.list}>
    {items.map((item, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: read once, never reordered
      <li key={index} className={styles.line}>
        {of(item)}
      </li>
    ))}
  </ul>
)

/** The words of whoever paid, or the name of the kind in the page's language. */
export const movementWords = ({ is_named, description, kind }: Movement): string =>
  is_named ? description : t(`movement.${kind}`)

export const MovementLine = (movement: Movement) => (
  <>
    <div className={styles.words}>
      <p className={styles.strong}>{movementWords(movement)}</p>
      <p className={styles.soft}>{formatDay(movement.at)}</p>
    </div>
    <Amount cents={movement.amount_in_cents} sign />
  </>
)
