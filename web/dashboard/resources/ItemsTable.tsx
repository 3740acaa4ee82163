import type { PurchaseItem } from '../../../contracts/purchases.ts'
import { Card } from '../parts/Card.tsx'
import { Money } from '../parts/Money.tsx'
import styles from './resources.module.css'

/** The items of a purchase. */
export function ItemsTable({ items, total }: { readonly items: readonly PurchaseItem[]; readonly total: number }) {
  return (
    <Card title="Items">
      <table className={styles.items}>
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col" className={styles.right}>
              Quantity
            </th>
            <th scope="col" className={styles.right}>
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ name, description, amount_in_cents, quantity }, nth) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the items of a purchase never change
            <tr key={nth}>
              <td>
                {name}
                {description && <span className={styles.second}>{description}</span>}
              </td>
              <td className={styles.right}>{quantity}</td>
              <td className={styles.right}>
                <Money cents={amount_in_cents * quantity} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              Total
            </th>
            <td className={styles.right}>
              <Money cents={total} />
            </td>
          </tr>
        </tfoot>
      </table>
    </Card>
  )
}
