import { useState } from 'react'
import { useLocation } from 'wouter'
import { useCommand } from '../api/queries.ts'
import { CodeSnippet } from '../parts/CodeSnippet.tsx'
import { ErrorNote } from '../parts/ErrorState.tsx'
import { PageHead } from '../parts/PageHead.tsx'
import { BYTES_MAX, type PayFileAnswer, TEMPLATE } from './contract.ts'
import { DropZone } from './DropZone.tsx'
import styles from './pay-file.module.css'

/** The first step: a file, and nothing else happens than that it is checked. */
export default function PayFile() {
  const check = useCommand<PayFileAnswer>()
  const [, go] = useLocation()
  const [tooLarge, setTooLarge] = useState(false)
  async function take(file: File): Promise<void> {
    setTooLarge(file.size > BYTES_MAX)
    if (file.size > BYTES_MAX) return
    const csv = await file.text()
    check.mutate(
      { path: 'pay-file', body: { name: file.name, csv } },
      { onSuccess: ({ file_id }) => go(`/pay-file/${file_id}`) },
    )
  }
  return (
    <>
      <PageHead
        title="Pay by file"
        lead="Pay many creators at once. Every row is checked before anything happens; then you confirm the whole."
      />
      <div className={styles.page}>
        <DropZone busy={check.isPending} onFile={(file) => void take(file)} />
        {tooLarge && (
          <p className={styles.fault} role="alert">
            This file is larger than 10 MB. Split it: a file has up to 10,000 rows.
          </p>
        )}
        {check.error && <ErrorNote error={check.error} />}
        <section className={styles.card}>
          <h2 className={styles.title}>What the file looks like</h2>
          <p className={styles.text}>
            The first line names the columns. A creator is named by <code>account_connection</code> or your{' '}
            <code>external_id</code>; the amount by <code>amount</code> in dollars or <code>amount_in_cents</code>.{' '}
            <code>description</code> and <code>date</code> are optional.
          </p>
          <CodeSnippet label="Example" code={{ CSV: TEMPLATE }} />
        </section>
      </div>
    </>
  )
}
