import { OneOf } from '../http/index.ts'
import { returnCodes } from '../rails/ach/return-codes.ts'

/** Named, so that the API document lists the codes once. */
export const ReturnCode = OneOf(returnCodes(), {
  title: 'ReturnCode',
  description: 'The return code of the bank.',
  examples: ['R03'],
})
