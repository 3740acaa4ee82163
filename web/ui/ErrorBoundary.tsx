import { Component, type ReactNode } from 'react'
import { Badge } from './Badge.tsx'
import { Button } from './Button.tsx'
import { Page } from './Page.tsx'
import { Screen } from './Screen.tsx'

interface Props {
  readonly children: ReactNode
}

/** A fault of ours in drawing a screen: never a blank page, and a way on. */
export class ErrorBoundary extends Component<Props, { readonly failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <Page>
        <Screen
          badge={<Badge tone="bad" />}
          title="Something went wrong"
          lead="This is our fault. What you entered so far is kept."
          actions={<Button onClick={() => location.reload()}>Load the page again</Button>}
        />
      </Page>
    )
  }
}
