import './base.css'
import type { ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import { Badge } from './Badge.tsx'
import { Button } from './Button.tsx'
import { colorSchemeOf } from './color-scheme.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { Page } from './Page.tsx'
import { Screen } from './Screen.tsx'

/** Draws a hosted page into its document. */
export function renderPage(App: ComponentType): void {
  const root = document.getElementById('root')
  if (!root) return
  const { search } = location
  document.documentElement.dataset.theme = colorSchemeOf({ isFramed: window.parent !== window, search })
  createRoot(root).render(
    <ErrorBoundary fallback={<Broken />}>
      <App />
    </ErrorBoundary>,
  )
}

const Broken = () => (
  <Page>
    <Screen
      badge={<Badge tone="bad" />}
      title="Something went wrong"
      lead="This is our fault. What you entered so far is kept."
      actions={<Button onClick={() => location.reload()}>Load the page again</Button>}
    />
  </Page>
)
