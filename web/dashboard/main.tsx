import { App } from './App.tsx'
import { renderApp } from './render.tsx'

renderApp(<App />)
