import type { PermissionName } from '../../contracts/resources.ts'
import { InIcon, OutIcon } from '../ui/icons.tsx'
import { t } from '../ui/words/current.ts'
import styles from './permissions.module.css'

/** Which way money moves by a permission: in words, a colour and an arrow, so that none of them has to be enough. */
export const Direction = ({ permission }: { readonly permission: PermissionName }) =>
  permission === 'payment.debit' ? (
    <span className={`${styles.direction} ${styles.out}`}>
      <OutIcon size={16} /> {t('grant.moneyOut')}
    </span>
  ) : (
    <span className={`${styles.direction} ${styles.in}`}>
      <InIcon size={16} /> {t('grant.moneyIn')}
    </span>
  )
