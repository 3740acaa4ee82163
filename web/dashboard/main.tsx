import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { Router } from 'wouter'
import './theme.css'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { RequestError } from '../ui/requests.ts'
import { App } from './App.tsx'
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

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    // No <style> tags: the page's policy forbids them, and theme.css says all of it.
    <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      <ErrorBoundary fallback={<BrokenPage />}>
        <QueryClientProvider client={queries}>
          <Router base="/dashboard">
            <App />
          </Router>
        </QueryClientProvider>
      </ErrorBoundary>
    </MantineProvider>,
  )
}
