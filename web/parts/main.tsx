import { renderApp } from '../dashboard/render.tsx'
import { Parts } from './Parts.tsx'

renderApp(<Parts />)
