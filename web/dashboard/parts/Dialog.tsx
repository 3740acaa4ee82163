import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'

interface DialogProps {
  readonly title: string
  readonly opened: boolean
  readonly onClose: () => void
  /** `wide` for content that is read rather than filled in. */
  readonly size?: 'normal' | 'wide'
  readonly children: ReactNode
}

/** A dialog. It traps the focus, closes with Escape and returns the focus. */
export function Dialog({ title, opened, onClose, size = 'normal', children }: DialogProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={size === 'wide' ? '48rem' : '28rem'}
      closeButtonProps={{ 'aria-label': 'Close' }}
      styles={{ title: { fontSize: 'var(--text-lead)', fontWeight: 650 } }}
    >
      {children}
    </Modal>
  )
}
