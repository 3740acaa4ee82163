/** Something the person who starts the program can mend: printed as one line, exit code 1, no stack. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
