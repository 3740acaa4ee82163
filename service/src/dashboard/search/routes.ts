import { Type } from 'typebox'
import type * as contract from '../../../../contracts/dashboard/search.ts'
import { type Api, Closed, callerOf, type Wire } from '../../http/index.ts'
import type { PurchaseReadDeps } from '../../resources/purchases/index.ts'
import { findNames, search } from './search.ts'

const NAMES_MAX = 100

const Results = Type.Object({
  results: Type.Array(
    Type.Object({
      type: Type.String(),
      id: Type.String(),
      title: Type.String(),
      subtitle: Type.Optional(Type.String()),
      status: Type.Optional(Type.String()),
    }),
  ),
})

const Names = Type.Object({ names: Type.Record(Type.String(), Type.String()) })

export function searchRoutes(api: Api, deps: PurchaseReadDeps): void {
  api.get(
    '/search',
    {
      config: { action: 'resources.read' },
      schema: {
        hide: true,
        querystring: Closed({ q: Type.String({ maxLength: 255 }) }),
        response: { 200: Results },
      },
    },
    async (request): Promise<Wire<typeof Results, contract.SearchResults>> => {
      const found = await search(deps, callerOf(request).tenant, request.query.q)
      return {
        results: found.map(({ subtitle, status, ...rest }) => ({
          ...rest,
          ...(subtitle === null ? {} : { subtitle }),
          ...(status === null ? {} : { status }),
        })),
      }
    },
  )

  api.get(
    '/names',
    {
      config: { action: 'resources.read' },
      schema: {
        hide: true,
        querystring: Closed({ ids: Type.String({ maxLength: NAMES_MAX * 65 }) }),
        response: { 200: Names },
      },
    },
    async (request): Promise<Wire<typeof Names, contract.Names>> => {
      const ids = request.query.ids.split(',').slice(0, NAMES_MAX)
      return { names: await findNames(deps, callerOf(request).tenant, ids) }
    },
  )
}
