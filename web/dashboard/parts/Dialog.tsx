import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'

interface DialogProps {
  readonly title: string
  readonly opened: boolean
  readonly onClose: () => void
  /** `wide` for what is read, not filled in. */
  readonly size?: 'normal' | 'wide'
  readonly children: ReactNode
}

/** The one way to show something over the page: focus stays inside, Escape closes, focus goes back. */
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
