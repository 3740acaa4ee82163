import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { Router } from 'wouter'
import './theme.css'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { RequestError } from '../ui/requests.ts'
import { PLACE } from './api/place.ts'
import { BrokenPage } from './shell/BrokenPage.tsx'
import { theme } from './theme.ts'

const RETRIES = 2

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // A request that the service has decided is not sent again.
      retry: (failed, error) => failed < RETRIES && error instanceof RequestError && !error.isFinal,
      staleTime: 2_000,
    },
  },
})

/** Draws the pages of the dashboard or of the operators' console, below the address that they are at. */
export function renderApp(app: ReactNode): void {
  const root = document.getElementById('root')
  if (!root) return
  createRoot(root).render(
    // No <style> tags: the page's policy forbids them, and theme.css says all of it.
    <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      <ErrorBoundary fallback={<BrokenPage />}>
        <QueryClientProvider client={queries}>
          <Router base={PLACE}>{app}</Router>
        </QueryClientProvider>
      </ErrorBoundary>
    </MantineProvider>,
  )
}
