import Fastify from 'fastify'
import { type MountDeps, mountResources } from '../../src/app/mount.ts'
import { type Api, BASE_PATH } from '../../src/http/index.ts'
import { openApi } from '../../src/http/openapi.ts'
import { completeDocument, type Document, type RecordedExamples } from '../../src/http/openapi-document.ts'
import { describeRoutes } from '../../src/http/route-schemas.ts'
import { assignScopes } from '../../src/http/scopes.ts'
import type { Environment } from '../../src/kernel/environment.ts'
import { describedNotification } from '../../src/resources/webhooks/index.ts'
import { scopeOf } from '../../src/tenants/index.ts'

/** The API document of an environment, from the routes as the code mounts them, without a database. None of them runs. */
export async function generatedDocument(environment: Environment, examples: RecordedExamples): Promise<unknown> {
  const app = Fastify()
  app.setValidatorCompiler(() => () => true)
  app.setSerializerCompiler(() => () => '')
  describeRoutes(app, BASE_PATH)
  await openApi(app, { environment, basePath: BASE_PATH, webhooks: describedNotification })
  const deps = { environment, database: {}, cards: {} } as unknown as MountDeps
  await app.register(
    async (api) => {
      assignScopes(api, BASE_PATH, scopeOf)
      mountResources(api as unknown as Api, deps)
    },
    { prefix: BASE_PATH },
  )
  await app.ready()
  const document = completeDocument(app.swagger() as unknown as Document, examples)
  await app.close()
  return document
}
