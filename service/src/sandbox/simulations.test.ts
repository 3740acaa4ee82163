import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SIMULATED_FAILURES } from '../http/simulated-failure.ts'
import { CATALOGUE } from '../kernel/errors.ts'
import { REJECTION_CODES } from '../resources/account-connections/activity.ts'
import { FAILURE_CODES } from '../resources/payouts/index.ts'
import { SIMULATIONS, simulationsTable } from './simulations.ts'

const CODES = new Set<string>(Object.values(SIMULATIONS).flatMap(({ codes }) => codes))

/** Refusals of a wrong request, which the same wrong request causes in sandbox, and answers of pages and the dashboard. */
const OWN_MISTAKES = [
  'malformed_request',
  'malformed_json',
  'validation_failed',
  'unauthorized',
  'key_expired',
  'scope_missing',
  'approval_not_allowed',
  'limit_exceeded',
  'network_not_allowed',
  'not_found',
  'method_not_allowed',
  'request_timeout',
  'external_id_taken',
  'webhook_exists',
  'embed_origin_exists',
  'body_too_large',
  'unsupported_media_type',
  'headers_too_large',
]
const OF_PAGES = [
  'incorrect_answer',
  'incorrect_credentials',
  'https_required',
  'forbidden',
  'foreign_origin',
  'fresh_sign_in_required',
  'second_factor_required',
  'sign_in_required',
  'file_paid_before',
  'link_unusable',
  'email_taken',
]

describe('the table of simulations', () => {
  it('stands in docs/sandbox.md as the code has it', async () => {
    const page = await readFile(join(import.meta.dirname, '../../../docs/sandbox.md'), 'utf8')
    expect(page).toContain(`\n${simulationsTable()}\n`)
  })

  it('causes every error that is not the mistake of a program', () => {
    const others = Object.keys(CATALOGUE).filter((code) => !CODES.has(code))
    expect(others.sort()).toEqual([...OWN_MISTAKES, ...OF_PAGES].sort())
  })

  it('causes every way in which a payout or a creator fails, and every failure of the header', () => {
    const wanted = [...FAILURE_CODES, ...REJECTION_CODES, ...SIMULATED_FAILURES]
    expect(wanted.filter((code) => !CODES.has(code))).toEqual([])
  })
})
