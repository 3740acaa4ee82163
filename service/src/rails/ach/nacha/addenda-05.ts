import { constant, record, text, type Values, whole } from './fields.ts'

/** What a payment is for. */
const FIELDS = {
  recordType: constant('7'),
  addendaType: constant('05'),
  paymentInformation: text(80),
  sequenceNumber: whole(4),
  /** The last seven digits of the entry's trace number. */
  entrySequenceNumber: whole(7),
}

export type Addenda05 = Values<typeof FIELDS>
export const addenda05 = record('addenda 05', FIELDS)
