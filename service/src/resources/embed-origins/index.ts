// Origins that may show the hosted pages in a frame. Read: model.ts, store.ts, commands.ts, routes.ts.

export { addOrigin, type FramingDeps, framingOf, removeOrigin } from './commands.ts'
export { type Framing, frameAncestors, NO_FRAMING } from './model.ts'
export { embedOriginRoutes } from './routes.ts'
export { listOrigins, moveOrigins } from './store.ts'
