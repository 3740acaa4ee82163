import crypto, { type BinaryLike, type ScryptOptions } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

// A password's hash takes a quarter of a second of a core, on purpose. Tests that sign in hundreds of times, and are not
// about that, derive it with the least work instead. The hash still says what it should have cost, so a service in
// another process, which works as hard as it should, takes none of these passwords.
const COST_MIN = { N: 2, r: 1, p: 1 }

const { scrypt } = crypto
if (scrypt.name !== 'deriveQuickly') {
  function deriveQuickly(
    password: BinaryLike,
    salt: BinaryLike,
    length: number,
    options: ScryptOptions,
    done: (error: Error | null, key: Buffer) => void,
  ): void {
    scrypt(password, salt, length, { ...options, ...COST_MIN }, done)
  }
  crypto.scrypt = deriveQuickly as typeof scrypt
  syncBuiltinESMExports()
}
