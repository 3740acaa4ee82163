import { join } from 'node:path'

/** The address of the embedded database in a data folder, for its owner. */
export const embeddedUrl = (home: string): string =>
  `postgres://tributary@/tributary?host=${encodeURIComponent(join(home, 'run'))}`
