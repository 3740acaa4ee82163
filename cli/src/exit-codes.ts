/** The exit codes of the command; `tributary help` and the README list them. */
export const EXIT = {
  done: 0,
  refused: 1,
  usage: 2,
  credential: 3,
  unreachable: 4,
  partly: 5,
  interrupted: 130,
} as const

export const EXIT_CODES: readonly (readonly [number, string])[] = [
  [EXIT.done, 'done'],
  [EXIT.refused, 'the service refused the request, or something failed'],
  [EXIT.usage, 'the command was used in a wrong way'],
  [EXIT.credential, 'there is no key, or the service does not accept it'],
  [EXIT.unreachable, 'the service could not be reached'],
  [EXIT.partly, 'some of several things failed: rows of `pay`, checks of `doctor`'],
  [EXIT.interrupted, 'interrupted with Ctrl-C'],
]

/** An error that is told in one sentence, with the exit code that it ends with. */
export class CommandError extends Error {
  override readonly name = 'CommandError'
  readonly exitCode: number

  constructor(message: string, exitCode: number = EXIT.usage) {
    super(message)
    this.exitCode = exitCode
  }
}
