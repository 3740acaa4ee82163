/** Uploaded files name accounts: their owner alone reads them. */
export const UPLOAD_MODE = 0o600

/** A file in the bank's incoming folder. */
export interface Listed {
  readonly name: string
  readonly size: number
  readonly modifiedMs: number
}

/** The two folders shared with a bank. Every call may fail, and none is made inside a transaction. */
export interface BankFolders {
  /** The outgoing file of that name; `undefined` when there is none. Fails when the folder itself is missing. */
  readOut(name: string): Promise<Buffer | undefined>
  /** Writes the whole file, replacing any file of that name. */
  writeOut(name: string, bytes: Buffer): Promise<void>
  /** Renames atomically; fails when there is no file `from`. */
  renameOut(from: string, to: string): Promise<void>
  /** Every name in the outgoing folder, hidden files included. */
  listOut(): Promise<readonly string[]>
  /** Does nothing when there is no file of that name. */
  removeOut(name: string): Promise<void>
  /** The files in the incoming folder, without folders and hidden files. */
  listIn(): Promise<readonly Listed[]>
  readIn(name: string): Promise<Buffer>
  /** Closes the connection, if there is one. */
  close(): Promise<void>
}
