import { advBatchControl } from './adv-batch-control.ts'
import { advEntryDetail } from './adv-entry-detail.ts'
import { advFileControl } from './adv-file-control.ts'
import { batchControl } from './batch-control.ts'
import { type BatchHeader, batchHeader } from './batch-header.ts'
import { addendaOf, isEntryClass } from './entry-classes.ts'
import { entryDetail } from './entry-detail.ts'
import { AchFault } from './fault.ts'
import type { Entry, Totals } from './file.ts'
import { fileControl } from './file-control.ts'
import { iatBatchHeader } from './iat-batch-header.ts'
import { iatEntryDetail } from './iat-entry-detail.ts'

export type Detail = Omit<Entry, 'addenda'> & { readonly addendaIndicator: string }

interface BatchControl extends Totals {
  readonly serviceClassCode: string
  /** Nothing where it need not be given. */
  readonly companyIdentification: string | undefined
  readonly originatingDfi: string
  readonly batchNumber: string
}

interface FileControl extends Totals {
  readonly batchCount: number
  readonly blockCount: number
}

/** How the records of a batch are laid out. */
export interface Form {
  header(text: string, line: number): BatchHeader
  entry(text: string, line: number): Detail
  control(text: string, line: number): BatchControl
  fileControl(text: string, line: number): FileControl
  /** Types of addenda that each entry must have, and that it may have. */
  readonly mustHave: readonly string[]
  mayHave(entryClass: string): readonly string[]
}

export const DOMESTIC: Form = {
  header: batchHeader.read,
  entry: entryDetail.read,
  control: batchControl.read,
  fileControl: fileControl.read,
  mustHave: [],
  mayHave: addendaOf,
}

const NOT_GIVEN = { individualIdentification: '', individualName: '', discretionaryData: '' }

const MANDATORY = ['10', '11', '12', '13', '14', '15', '16']

const INTERNATIONAL: Form = {
  ...DOMESTIC,
  header: (text, line) => ({
    ...iatBatchHeader.read(text, line),
    companyName: '',
    companyDiscretionaryData: '',
    companyDescriptiveDate: '',
    settlementDate: '   ',
  }),
  entry: (text, line) => ({ ...NOT_GIVEN, ...iatEntryDetail.read(text, line) }),
  control(text, line) {
    const { companyIdentification, ...control } = batchControl.read(text, line)
    return { ...control, companyIdentification: companyIdentification || undefined }
  },
  mustHave: MANDATORY,
  mayHave: () => [...MANDATORY, '17', '18'],
}

const ADVICES: Form = {
  ...DOMESTIC,
  entry(text, line) {
    const { operatorRoutingNumber, julianDay, sequenceNumber, ...advice } = advEntryDetail.read(text, line)
    return { ...NOT_GIVEN, ...advice, traceNumber: `${operatorRoutingNumber}${julianDay}${sequenceNumber}` }
  },
  control: (text, line) => ({ ...advBatchControl.read(text, line), companyIdentification: undefined }),
  fileControl: advFileControl.read,
}

/** The class stands in the same columns of every batch header. */
export function formOf(header: string, line: number): Form {
  const entryClass = header.slice(50, 53)
  if (!isEntryClass(entryClass)) throw new AchFault(line, `batch header: the entry class \`${entryClass}\` is unknown`)
  const corrects = entryClass === 'COR' && header.slice(4, 20).trim() === 'IATCOR'
  if (entryClass === 'IAT' || corrects) return INTERNATIONAL
  const form = entryClass === 'ADV' ? ADVICES : DOMESTIC
  if ((form === ADVICES) !== (header.slice(1, 4) === '280')) {
    throw new AchFault(line, 'batch header: the service class code 280 is for the class ADV, and for no other')
  }
  return form
}
