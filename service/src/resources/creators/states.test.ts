import { describe, expect, it } from 'vitest'
import { applyVerdict, IDENTITIES, IDENTITY_STATES, VERDICTS } from './model.ts'

const person_sealed = Buffer.from('sealed')

describe('every identity state × every verdict', () => {
  for (const identity of IDENTITIES) {
    for (const verdict of VERDICTS) {
      const to = IDENTITY_STATES[identity][verdict]
      if (to === undefined) {
        it(`${verdict} changes nothing of an identity that is ${identity}`, () => {
          expect(applyVerdict({ identity }, verdict, { person_sealed })).toBeUndefined()
        })
      } else {
        it(`${verdict} leads from ${identity} to ${to}, and stores the applicant`, () => {
          expect(applyVerdict({ identity }, verdict, { person_sealed })).toEqual({ identity: to, person_sealed })
        })
      }
    }
  }

  it('a passed check is final, and every other leads to the verdict', () => {
    expect(IDENTITY_STATES.passed).toEqual({})
    for (const identity of ['none', 'review', 'failed'] as const) {
      for (const verdict of VERDICTS) expect(IDENTITY_STATES[identity][verdict]).toBe(verdict)
    }
  })
})
