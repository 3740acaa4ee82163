/** The version of this package; the same as that of the service it was generated from. */
export const VERSION = '0.1.0'

/** The version of the API document that this package was generated from. */
export const API_VERSION = '1'
