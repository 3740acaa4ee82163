import type { Embed } from '../../contracts/connect.ts'
import { type HostWindow, tellHost } from '../ui/host.ts'

export { hostOrigins as exitOrigins, isEmbedded } from '../ui/host.ts'

/** The one message of Connect to whoever embeds it. */
const MESSAGE = 'connect_exit'

export const sayExit = (embed: Embed, host?: HostWindow): void => tellHost(embed, MESSAGE, host)
