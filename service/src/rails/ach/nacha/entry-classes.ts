/** Every standard entry class of the ACH network. */
const CLASSES = 'ACK ADV ARC ATX BOC CCD CIE COR CTX DNE ENR IAT MTE POP POS PPD RCK SHR TEL TRC TRX WEB XCK'.split(' ')

/** Entry classes of card payments. Their addenda (02) say where the card was used. */
const CARD_CLASSES = ['MTE', 'POS', 'SHR']

/** Addenda types that entries of a class may have, besides those of returns and corrections. */
export const addendaTypesOf = (entryClass: string): readonly string[] =>
  CARD_CLASSES.includes(entryClass) ? ['02'] : ['05']

export const isEntryClass = (code: string): boolean => CLASSES.includes(code)
