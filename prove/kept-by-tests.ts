import type { Proof } from './proof.ts'
import { byTests } from './support/by-tests.ts'

const flow = (name: string): string => `service/test/flows/${name}.test.ts`

export const secrets: Proof = {
  proves:
    'a secret that was sent stands nowhere but in the vault’s ciphertext, also while its key is replaced under load',
  run: () => byTests([flow('secrets'), flow('vault-rotation')]),
}

export const backups: Proof = {
  proves: 'a backup made under load, restored, serves with clean books',
  run: () => byTests([flow('backups')]),
}

export const month: Proof = {
  proves:
    'over a month of a made-up bank and card processor, books, bank and processor agree to the cent on each day, and each planted difference is found on its day',
  run: () => byTests([flow('month')]),
}
