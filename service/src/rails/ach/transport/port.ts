/** A file as the bank's folder shows it. */
export interface Listed {
  readonly name: string
  readonly size: number
  readonly modifiedMs: number
}

/** The two folders that we share with a bank. Every call may fail; none is ever made inside a transaction. */
export interface BankFolders {
  /** What stands in the outgoing folder under that name; nothing when it does not. Fails when the folder itself is not there. */
  readOut(name: string): Promise<Buffer | undefined>
  /** Writes the whole file, over whatever stood under that name. */
  writeOut(name: string, bytes: Buffer): Promise<void>
  /** In one step; fails when there is nothing under `from`. */
  renameOut(from: string, to: string): Promise<void>
  /** Every name in the outgoing folder, hidden ones too. */
  listOut(): Promise<readonly string[]>
  /** Nothing when there is none of that name. */
  removeOut(name: string): Promise<void>
  /** The files in the incoming folder, without folders and hidden files. */
  listIn(): Promise<readonly Listed[]>
  readIn(name: string): Promise<Buffer>
  /** Ends the connection, if there is one. */
  close(): Promise<void>
}
