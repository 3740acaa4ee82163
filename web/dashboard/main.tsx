import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { Router } from 'wouter'
import './theme.css'
import { App } from './App.tsx'
import { ApiError } from './api/requests.ts'
import { Faults } from './shell/Faults.tsx'
import { theme } from './theme.ts'

const RETRIES = 2

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // What the service has decided is not asked again.
      retry: (failed, error) => failed < RETRIES && error instanceof ApiError && !error.isFinal,
      staleTime: 2_000,
    },
  },
})

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    // No <style> tags: the page's policy forbids them, and theme.css says all of it.
    <MantineProvider theme={theme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      <Faults>
        <QueryClientProvider client={queries}>
          <Router base="/dashboard">
            <App />
          </Router>
        </QueryClientProvider>
      </Faults>
    </MantineProvider>,
  )
}
