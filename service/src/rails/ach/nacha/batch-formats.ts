import { addendaTypesOf, isEntryClass } from './entry-classes.ts'
import { AchFault } from './fault.ts'
import type { Entry, Totals } from './file.ts'
import {
  advBatchControl,
  advEntryDetail,
  advFileControl,
  type BatchHeader,
  batchControl,
  batchHeader,
  entryDetail,
  fileControl,
  iatBatchHeader,
  iatEntryDetail,
} from './records.ts'

/** The values of an entry's own record, in the domestic layout whatever the format. */
export type DetailRecord = Omit<Entry, 'addenda'> & { readonly addendaIndicator: string }

interface BatchControl extends Totals {
  readonly serviceClassCode: string
  /** Undefined where the format does not require it. */
  readonly companyIdentification: string | undefined
  readonly originatingDfi: string
  readonly batchNumber: string
}

interface FileControl extends Totals {
  readonly batchCount: number
  readonly blockCount: number
}

/** One of the three formats of a batch: reads each of its records into the domestic layout. */
export interface BatchFormat {
  header(text: string, line: number): BatchHeader
  entry(text: string, line: number): DetailRecord
  control(text: string, line: number): BatchControl
  fileControl(text: string, line: number): FileControl
  /** Addenda types that every entry must have. */
  readonly requiredAddenda: readonly string[]
  /** Addenda types that an entry may have, besides those of returns and corrections. */
  allowedAddenda(entryClass: string): readonly string[]
}

/** The originator status code 0 is the ACH operator's own: it stands in accounting advices and nowhere else. */
function fromOriginator<H extends Pick<BatchHeader, 'originatorStatusCode'>>(header: H, line: number): H {
  if (header.originatorStatusCode !== '0') return header
  throw new AchFault(line, 'batch header: the originator status code 0 is for the class ADV, and for no other')
}

export const DOMESTIC: BatchFormat = {
  header: (text, line) => fromOriginator(batchHeader.read(text, line), line),
  entry: entryDetail.read,
  control: batchControl.read,
  fileControl: fileControl.read,
  requiredAddenda: [],
  allowedAddenda: addendaTypesOf,
}

const NOT_GIVEN = { individualIdentification: '', individualName: '', discretionaryData: '' }

const IAT_REQUIRED = ['10', '11', '12', '13', '14', '15', '16']

const INTERNATIONAL: BatchFormat = {
  ...DOMESTIC,
  header: (text, line) => ({
    ...fromOriginator(iatBatchHeader.read(text, line), line),
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
  requiredAddenda: IAT_REQUIRED,
  allowedAddenda: () => [...IAT_REQUIRED, '17', '18'],
}

const ADVICES: BatchFormat = {
  ...DOMESTIC,
  header: batchHeader.read,
  entry(text, line) {
    const { operatorRoutingNumber, julianDay, sequenceNumber, ...advice } = advEntryDetail.read(text, line)
    return { ...NOT_GIVEN, ...advice, traceNumber: `${operatorRoutingNumber}${julianDay}${sequenceNumber}` }
  },
  control: (text, line) => ({ ...advBatchControl.read(text, line), companyIdentification: undefined }),
  fileControl: advFileControl.read,
}

/** The format of a batch, by its header. The entry class stands in the same columns of every format's header. */
export function batchFormatOf(header: string, line: number): BatchFormat {
  const entryClass = header.slice(50, 53)
  if (!isEntryClass(entryClass)) throw new AchFault(line, `batch header: the entry class \`${entryClass}\` is unknown`)
  const isIatCorrection = entryClass === 'COR' && header.slice(4, 20).trim() === 'IATCOR'
  if (entryClass === 'IAT' || isIatCorrection) return INTERNATIONAL
  const format = entryClass === 'ADV' ? ADVICES : DOMESTIC
  if ((format === ADVICES) !== (header.slice(1, 4) === '280')) {
    throw new AchFault(line, 'batch header: the service class code 280 is for the class ADV, and for no other')
  }
  return format
}
