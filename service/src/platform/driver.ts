import type pg from 'pg'

/** The parts of a client of the driver that its types do not show. */
export interface DriverClient {
  /** False once the connection was lost. */
  _queryable: boolean
  readonly host: string
  readonly port: number
  getTransactionStatus(): string | null
  readonly connection: { readonly stream: { cork(): void; uncork(): void; destroy(): void } }
}

export const driverOf = (client: pg.ClientBase): DriverClient => client as unknown as DriverClient

/** Closes the socket without waiting for replies that may never come. */
export const closeSocket = (client: pg.ClientBase): void => driverOf(client).connection.stream.destroy()

/** Closes the socket of a client in use, which its pool then does not keep, however it is given back. */
export function retire(client: pg.ClientBase): void {
  driverOf(client)._queryable = false
  closeSocket(client)
}
