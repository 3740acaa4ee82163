/** Every standard entry class of the ACH network. */
const CLASSES = 'ACK ADV ARC ATX BOC CCD CIE COR CTX DNE ENR IAT MTE POP POS PPD RCK SHR TEL TRC TRX WEB XCK'.split(' ')

/** Those of cards: their addenda say where one was used. */
const CARD_CLASSES = ['MTE', 'POS', 'SHR']

/** Types of addenda that entries of a class may have, besides those of returns and corrections. */
export const addendaOf = (entryClass: string): readonly string[] =>
  CARD_CLASSES.includes(entryClass) ? ['02'] : ['05']

export const isEntryClass = (code: string): boolean => CLASSES.includes(code)
