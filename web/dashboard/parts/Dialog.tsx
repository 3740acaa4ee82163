import { Modal } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import styles from './Dialog.module.css'

interface DialogProps {
  readonly title: string
  readonly opened: boolean
  readonly onClose: () => void
  /** `wide` for content that is read rather than filled in. */
  readonly size?: 'normal' | 'wide'
  /** Escape and a click beside it do not close the dialog: only the button in it does. */
  readonly closedByButtonAlone?: boolean
  readonly children: ReactNode
}

const stay = (): void => undefined

/** Dialogs inside it stand in one stack: a dialog that opens over another hides it and has the focus until it closes. */
export const DialogStack = Modal.Stack

/** A dialog. It traps the focus, closes with Escape and returns the focus. */
export function Dialog({
  title,
  opened,
  onClose,
  size = 'normal',
  closedByButtonAlone = false,
  children,
}: DialogProps) {
  const stackId = useId()
  return (
    <Modal
      stackId={stackId}
      opened={opened}
      onClose={closedByButtonAlone ? stay : onClose}
      title={title}
      size={size === 'wide' ? '48rem' : '28rem'}
      withCloseButton={!closedByButtonAlone}
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ title: styles.title ?? '', content: styles.content ?? '' }}
    >
      {children}
    </Modal>
  )
}
