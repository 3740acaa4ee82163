import { Button } from '@mantine/core'
import { Component, type ReactNode } from 'react'
import { EmptyState } from '../parts/EmptyState.tsx'

interface Props {
  readonly children: ReactNode
}

/** A fault of ours in drawing a page, or a part of it that could not be loaded: never a blank page, and a way on. */
export class Faults extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <EmptyState
        title="This page could not be drawn"
        action={<Button onClick={() => location.reload()}>Load the page again</Button>}
      >
        This is our fault, or there is a newer version. Nothing of yours was changed.
      </EmptyState>
    )
  }
}
