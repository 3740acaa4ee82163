import './base.css'
import type { ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import { Badge } from './Badge.tsx'
import { Button } from './Button.tsx'
import { colorSchemeOf } from './color-scheme.ts'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import { Page } from './Page.tsx'
import { Screen } from './Screen.tsx'
import { type Language, preferredLanguage, speak, t, type Words } from './words/current.ts'
import { en } from './words/en/index.ts'

/** Spanish is a file of its own, so that an English reader does not load it. */
const WORDS: Record<Language, () => Words | Promise<Words>> = {
  en: () => en,
  es: () => import('./words/es/index.ts').then(({ es }) => es),
}

/** Draws a hosted page into its document, in the first language of the browser that it has. */
export async function renderPage(App: ComponentType): Promise<void> {
  const root = document.getElementById('root')
  if (!root) return
  const { search } = location
  document.documentElement.dataset.theme = colorSchemeOf({ isFramed: window.parent !== window, search })
  await speakPreferred()
  createRoot(root).render(
    <ErrorBoundary fallback={<Broken />}>
      <App />
    </ErrorBoundary>,
  )
}

async function speakPreferred(): Promise<void> {
  const language = preferredLanguage(navigator.languages)
  // English serves where the other file cannot be loaded.
  const words = await Promise.resolve(WORDS[language]()).catch(() => undefined)
  speak(words ? language : 'en', words ?? en)
  document.documentElement.lang = words ? language : 'en'
}

const Broken = () => (
  <Page>
    <Screen
      badge={<Badge tone="bad" />}
      title={t('broken.title')}
      lead={t('broken.lead')}
      actions={<Button onClick={() => location.reload()}>{t('broken.reload')}</Button>}
    />
  </Page>
)
