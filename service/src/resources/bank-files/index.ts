// ACH files to and from the bank. Read: model.ts (states of a file), then the way out: outgoing.ts (payments that leave
// in files, as their rooms offer them), prenotes.ts, make.ts, compose-file.ts, redate.ts, transmit.ts; and the way in:
// receive.ts, received.ts, availability.ts, corrections.ts, settle-received.ts, incoming.ts and processor-credit.ts
// (credits), apply-kept.ts (entries that a person decides). reconciliation.ts compares files, ledger and the bank's
// balance; return-rates.ts counts returns.

export { applyKept, BOOKINGS, type Booking } from './apply-kept.ts'
export { sampleFile } from './compose-file.ts'
export { reconcileDays } from './days.store.ts'
export { bankFileFigures } from './figures.store.ts'
export { type FileJourney, listFileDays, listFileEntries, readJourney } from './journey.store.ts'
export { makeFiles } from './make.ts'
export { ENCRYPTED, type Originator } from './model.ts'
export { receiveFiles } from './receive.ts'
export { setBalance } from './reconciliation.store.ts'
export { agrees, type Reconciliation, reconcile } from './reconciliation.ts'
export { reconciliationFigures } from './reconciliation-figures.ts'
export { readReturnRates } from './return-rates.ts'
export { listTrusted, setTrusted } from './senders.store.ts'
export { settleReceived } from './settle-received.ts'
export {
  listFiles,
  listKept,
  resolveKept,
  retryFile,
  setDepositSource,
  stoppedFile,
  totalsOfFile,
} from './store.ts'
export { confirmMissing, transmitFiles } from './transmit.ts'
export { findUnconfirmedFiles, findWaitingFiles } from './unconfirmed.store.ts'
