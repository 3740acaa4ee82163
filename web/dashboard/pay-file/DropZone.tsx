import { type DragEvent, useId, useState } from 'react'
import { IconFileSpreadsheet } from '../icons.tsx'
import styles from './pay-file.module.css'

interface DropZoneProps {
  readonly busy: boolean
  readonly onFile: (file: File) => void
}

/** A drop zone for a file; clicking it opens the file dialog. */
export function DropZone({ busy, onFile }: DropZoneProps) {
  const [over, setOver] = useState(false)
  const id = useId()
  const take = (files: FileList | null) => {
    const file = files?.[0]
    if (file && !busy) onFile(file)
  }
  const drag = (inside: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(inside)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is for the mouse; the field inside does the same
    <div
      className={`${styles.drop} ${over ? styles.over : ''}`}
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={(event) => {
        drag(false)(event)
        take(event.dataTransfer.files)
      }}
    >
      <IconFileSpreadsheet size={32} stroke={1.5} aria-hidden="true" />
      <label htmlFor={id} className={styles.label}>
        {busy ? 'Checking every row…' : 'Drop a CSV file here, or choose one'}
      </label>
      <input
        id={id}
        className={styles.file}
        type="file"
        accept=".csv,text/csv"
        disabled={busy}
        onChange={(event) => {
          take(event.currentTarget.files)
          event.currentTarget.value = ''
        }}
      />
      <p className={styles.hint}>Up to 10,000 rows. Nothing is paid before you confirm.</p>
    </div>
  )
}
