/** Says that an answer was read from a standby: it shows every change made until then, and maybe some since. */
export const AS_OF_HEADER = 'data-as-of'
