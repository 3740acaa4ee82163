/** A file or an entry is refused: the reason, and the line it stands on (from 1; 0 is the file as a whole). */
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
