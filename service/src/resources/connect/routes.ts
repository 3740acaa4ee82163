import type { Api, Commands } from '../../http/index.ts'
import { createInvite, createLink, type LinkDeps } from './links.ts'
import { ConnectInviteCreate, ConnectLinkCreate, ConnectUrl } from './schema.ts'

export interface ConnectRouteDeps extends LinkDeps {
  readonly commands: Commands
}

const tags = ['Connect']

export function connectRoutes(api: Api, deps: ConnectRouteDeps): void {
  api.post(
    '/connect-link',
    {
      config: { problems: ['not_found', 'invalid_state'], secretAnswer: true },
      schema: {
        operationId: 'createConnectLink',
        tags,
        summary: 'Create a Connect link',
        description:
          'Onboards a creator, or lets one edit an active connection. Single use, for 10 minutes. Open it only from a session in which your application has authenticated the creator; never e-mail or text it.',
        body: ConnectLinkCreate,
        response: { 201: ConnectUrl },
      },
    },
    (request, reply) =>
      deps.commands(request, reply, async (tx, tenant) => ({
        status: 201,
        body: await createLink(tx, tenant, request.body, deps),
      })),
  )

  api.post(
    '/connect-invite',
    {
      config: { problems: ['not_found', 'invalid_state'], secretAnswer: true },
      schema: {
        operationId: 'createConnectInvite',
        tags,
        summary: 'Create a Connect invite',
        description:
          'May be sent by e-mail: it asks the creator the verification prompt first. Ends after 72 hours or 3 wrong answers.',
        body: ConnectInviteCreate,
        response: { 201: ConnectUrl },
      },
    },
    (request, reply) =>
      deps.commands(request, reply, async (tx, tenant) => ({
        status: 201,
        body: await createInvite(tx, tenant, request.body, deps),
      })),
  )
}
