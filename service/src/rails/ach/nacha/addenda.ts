import { isChangeCode } from '../change-codes.ts'
import { isReturnReason } from '../return-codes.ts'
import { addenda02 } from './addenda-02.ts'
import { addenda05 } from './addenda-05.ts'
import { addenda10 } from './addenda-10.ts'
import { addenda11 } from './addenda-11.ts'
import { addenda12 } from './addenda-12.ts'
import { addenda13 } from './addenda-13.ts'
import { addenda14 } from './addenda-14.ts'
import { addenda15 } from './addenda-15.ts'
import { addenda16 } from './addenda-16.ts'
import { addenda17 } from './addenda-17.ts'
import { addenda18 } from './addenda-18.ts'
import { type Addenda98, addenda98 } from './addenda-98.ts'
import { type Addenda99, addenda99 } from './addenda-99.ts'
import { AchFault } from './fault.ts'
import type { RecordType } from './fields.ts'
import type { Addenda } from './file.ts'

/** Those that are looked at and then kept as they stand. */
const FOREIGN: Readonly<Record<string, Pick<RecordType<unknown>, 'read'>>> = {
  '02': addenda02,
  '10': addenda10,
  '11': addenda11,
  '12': addenda12,
  '13': addenda13,
  '14': addenda14,
  '15': addenda15,
  '16': addenda16,
  '17': addenda17,
  '18': addenda18,
}

export const addendaType = (line: string): string => line.slice(1, 3)

export function readAddenda(text: string, line: number): Addenda {
  const type = addendaType(text)
  if (type === '05') return { type, ...addenda05.read(text, line) }
  if (type === '98') return { type, ...known(addenda98.read(text, line), line) }
  if (type === '99') return { type, ...known(addenda99.read(text, line), line) }
  const foreign = FOREIGN[type]
  if (!foreign) throw new AchFault(line, `addenda: the type \`${type}\` is unknown`)
  foreign.read(text, line)
  return { type: 'other', line: text }
}

/** A code that nobody knows says nothing. */
function known<A extends Addenda98 | Addenda99>(addenda: A, line: number): A {
  if ('changeCode' in addenda && !isChangeCode(addenda.changeCode)) {
    throw new AchFault(line, `addenda 98: the change code ${addenda.changeCode} is unknown`)
  }
  if ('returnCode' in addenda && !isReturnReason(addenda.returnCode)) {
    throw new AchFault(line, `addenda 99: the return code ${addenda.returnCode} is unknown`)
  }
  return addenda
}
