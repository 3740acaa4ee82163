import { renderPage } from '../ui/render-page.tsx'
import { App } from './App.tsx'

void renderPage(App)
