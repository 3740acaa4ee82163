/** Every standard entry class of the ACH network. */
const CLASSES = 'ACK ADV ARC ATX BOC CCD CIE COR CTX DNE ENR IAT MTE POP POS PPD RCK SHR TEL TRC TRX WEB XCK'.split(' ')

export const isEntryClass = (code: string): boolean => CLASSES.includes(code)
