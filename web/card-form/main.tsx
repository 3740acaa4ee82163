import { createRoot } from 'react-dom/client'
import '../ui/base.css'
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx'
import { App } from './App.tsx'

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <ErrorBoundary>
      <App />
    </ErrorBoundary>,
  )
}
