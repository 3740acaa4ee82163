/** Something the person who starts the program can mend: printed as one line, exit code 1, no stack. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** A failure of another process of ours, which has explained it already: printed as it is. */
export class ExplainedError extends Error {
  override readonly name = 'ExplainedError'
}
