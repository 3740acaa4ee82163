import { renderApp } from '../dashboard/render.tsx'
import { App } from './App.tsx'

renderApp(<App />)
