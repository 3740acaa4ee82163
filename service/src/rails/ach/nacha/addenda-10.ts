import { code, constant, digits, record, reserved, text, whole } from './fields.ts'

const PURPOSES = 'ANN BUS DEP LOA MIS MOR PEN REM RLS SAL TAX ARC BOC IAT MTE POP POS RCK SHR TEL WEB'

/** What an international payment is for, and who receives it. */
const FIELDS = {
  recordType: constant('7'),
  addendaType: constant('10'),
  purpose: code(3, new RegExp(`^(${PURPOSES.replaceAll(' ', '|')})$`), `one of ${PURPOSES}`),
  foreignAmount: whole(18),
  foreignTraceNumber: text(22),
  receiverName: text(35),
  reservedOne: reserved(6),
  entrySequenceNumber: digits(7),
}

export const addenda10 = record('addenda 10', FIELDS)
