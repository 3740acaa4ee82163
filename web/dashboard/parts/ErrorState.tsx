import { Button } from '@mantine/core'
import type { RequestError } from '../../ui/requests.ts'
import { IconAlertTriangle } from '../icons.tsx'
import { Copy } from './Copy.tsx'
import styles from './states.module.css'

interface ErrorStateProps {
  readonly error: RequestError
  readonly onRetry?: (() => unknown) | undefined
}

/** Shown in place of content that could not be loaded. */
export function ErrorState({ error, onRetry }: ErrorStateProps) {
  const { title, text } = wordsOf(error)
  return (
    <div className={styles.state} role="alert">
      <span className={styles.bad} aria-hidden="true">
        <IconAlertTriangle size={20} stroke={1.75} />
      </span>
      <p className={styles.title}>{title}</p>
      <p className={styles.text}>{text}</p>
      {error.requestId && <RequestId id={error.requestId} />}
      {onRetry && !error.isFinal && (
        <Button variant="default" onClick={() => void onRetry()}>
          Try again
        </Button>
      )}
    </div>
  )
}

function wordsOf(error: RequestError): { title: string; text: string } {
  if (error.status === 404) return { title: 'Not found', text: 'There is nothing at this address, or it was deleted.' }
  if (error.status === 403) return { title: 'Your role does not allow this', text: error.message }
  if (error.code === 'unreachable') return { title: 'No connection', text: error.message }
  return { title: 'Could not be loaded', text: error.message }
}

/** An error in a form or dialog. */
export function ErrorNote({ error }: { readonly error: RequestError }) {
  return (
    <div className={styles.note} role="alert">
      <p>{error.message}</p>
      {error.fieldErrors.map((fault) => (
        <p key={fault.param}>
          <code>{fault.param}</code> {fault.message}
        </p>
      ))}
      {error.status >= 500 && error.requestId && <RequestId id={error.requestId} />}
    </div>
  )
}

const RequestId = ({ id }: { readonly id: string }) => (
  <p className={styles.request}>
    Request <Copy text={id} />
  </p>
)
