import type { Embed } from '../../contracts/connect.ts'
import { type HostWindow, tellHost } from '../ui/host.ts'

export { hostOrigins as exitOrigins, isEmbedded } from '../ui/host.ts'

/** The only message that Connect posts to the page that embeds it. */
const MESSAGE = 'connect_exit'

export const sayExit = (embed: Embed, host?: HostWindow): void => tellHost(embed, MESSAGE, host)
