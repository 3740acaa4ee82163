import { Link } from 'wouter'
import { IdLink, pageOf } from '../parts/links.tsx'
import { useName } from './names.ts'
import styles from './resources.module.css'

/** Holds the height of a line while its text is read. */
export const BLANK = <span>{'\u2007'}</span>

/** The name of a connection or buyer; its id if it has no name. */
export function Named({ id, link }: { readonly id: string; readonly link?: true }) {
  const name = useName(id)
  if (name === undefined) return BLANK
  const page = link && pageOf(id)
  if (page && name) return <Link href={page}>{name}</Link>
  if (page) return <IdLink id={id} />
  return <span className={name === null ? styles.unnamed : undefined}>{name ?? id}</span>
}
