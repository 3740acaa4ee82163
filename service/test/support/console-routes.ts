import Fastify from 'fastify'
import { CONSOLE_API, type ConsoleDeps, consoleRoutes } from '../../src/console/routes.ts'
import type { Api } from '../../src/http/index.ts'

export interface ConsoleRoute {
  readonly method: string
  /** Below the console's own address, like `/bank/book`. */
  readonly path: string
  readonly needs: string | undefined
  readonly command: string | undefined
  readonly deed: object | undefined
}

/** Every route of the console's JSON, as the code mounts it. None of them runs. */
export async function consoleRoutesOf(): Promise<ConsoleRoute[]> {
  const app = Fastify()
  const found: ConsoleRoute[] = []
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => () => '')
  app.addHook('onRoute', ({ url, method, config }) => {
    for (const one of [method].flat()) {
      const { needs, command, deed } = (config ?? {}) as Pick<ConsoleRoute, 'needs' | 'command' | 'deed'>
      if (url.startsWith(`${CONSOLE_API}/`) && one !== 'HEAD') {
        found.push({ method: one, path: url.slice(CONSOLE_API.length), needs, command, deed })
      }
    }
  })
  consoleRoutes(app as unknown as Api, { database: {}, environment: 'sandbox' } as ConsoleDeps)
  await app.ready()
  await app.close()
  return found
}
