/** Why a file is refused, and the line it is refused for (counted from 1; 0 for the file as a whole). */
export class AchFault extends Error {
  override readonly name = 'AchFault'
  readonly line: number
  readonly reason: string

  constructor(line: number, reason: string) {
    super(line > 0 ? `line ${line}: ${reason}` : reason)
    this.line = line
    this.reason = reason
  }
}
