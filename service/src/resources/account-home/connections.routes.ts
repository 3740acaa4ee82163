import { Type } from 'typebox'
import type { AccountHomeSteps } from '../../../../contracts/account.ts'
import { type Api, Closed, OneOf, Reference, Timestamp } from '../../http/index.ts'
import { PERMISSIONS } from '../account-connections/index.ts'
import * as connections from './connections.ts'
import { accepting, type DoorDeps, tokenOf } from './door.ts'

const Given = Closed({ name: OneOf(PERMISSIONS), expires_at: Type.Optional(Timestamp()) })
const Permissions = Closed({ connection: Reference(), permissions: Type.Array(Given, { maxItems: 2 }) })
const Answer = Closed({ contract: Reference(), decision: OneOf(['accept', 'decline', 'end']) })

/** Permissions and agreements of a creator, changed on their own page. */
export function ownConnectionRoutes(api: Api, deps: connections.OwnConnectionDeps & DoorDeps): void {
  api.post('/account/api/permissions', accepting(Permissions, deps), (request) => {
    const body: AccountHomeSteps['permissions'] = request.body
    return connections.setPermissions(tokenOf(request, deps), body, deps)
  })

  api.post('/account/api/contract', accepting(Answer, deps), (request) => {
    const body: AccountHomeSteps['contract'] = request.body
    return connections.answerContract(tokenOf(request, deps), body, request.ip, deps)
  })
}
