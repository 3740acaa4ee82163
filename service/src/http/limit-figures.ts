import { Type } from 'typebox'
import { LIMIT_PERIODS, LIMIT_SCOPES, type LimitPeriod, type LimitScope } from '../../../contracts/limits.ts'

/** The fields of a limit and its use. */
export const limitFields = {
  scope: Type.Unsafe<LimitScope>({
    type: 'string',
    enum: Object.keys(LIMIT_SCOPES),
    description:
      'The payouts that the limit adds up: all of the `enterprise`, those made with one API `key`, those made in the dashboard by the people of one `role` together, or those to one `creator`, by account connection.',
  }),
  of: Type.Optional(
    Type.String({
      description: 'The one API key, role or account connection. Absent for the whole enterprise.',
      examples: ['finance'],
    }),
  ),
  per: Type.Unsafe<LimitPeriod>({
    type: 'string',
    enum: LIMIT_PERIODS,
    description: 'One `payment`, or the payouts created on one `day` or in one `month` of the calendar, in UTC.',
  }),
  max_in_cents: Type.Optional(
    Type.Integer({ description: 'The largest amount. Absent for a limit by number.', examples: [1_000_000] }),
  ),
  max_count: Type.Optional(
    Type.Integer({ description: 'The largest number of payouts. Absent for a limit by amount.', examples: [100] }),
  ),
  used_in_cents: Type.Optional(
    Type.Integer({
      description: 'The amount that counts so far. Absent for a limit per payment.',
      examples: [950_000],
    }),
  ),
  used_count: Type.Optional(Type.Integer({ description: 'The number of payouts that count so far.', examples: [95] })),
  left_in_cents: Type.Optional(
    Type.Integer({ description: 'The amount that may still be paid; never negative.', examples: [50_000] }),
  ),
  left_count: Type.Optional(
    Type.Integer({ description: 'The number of payouts that may still be made; never negative.', examples: [5] }),
  ),
  frees_at: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'When the day or the month ends, and all of it is free again.',
      examples: ['2026-11-16T00:00:00.000Z'],
    }),
  ),
}

/** A limit as a refusal and a dry run show it. */
export const LimitFigures = Type.Object(limitFields, { title: 'LimitFigures' })
