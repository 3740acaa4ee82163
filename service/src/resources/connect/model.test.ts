import { describe, expect, it } from 'vitest'
import type { Id, TenantId } from '../../kernel/ids.ts'
import type { TenantSettings } from '../../tenants/index.ts'
import type { ConnectionRow } from '../account-connections/index.ts'
import type { CreatorRow } from '../creators/index.ts'
import type { WaitingContract } from './contracts.ts'
import {
  backOf,
  type ConnectContext,
  type Draft,
  isOvertaken,
  isRenewable,
  isSignedIn,
  linkStatus,
  newDraft,
  pathOf,
  resetFinishedIntent,
  type Step,
  stepOf,
  withOnlyMethod,
} from './model.ts'

const creator = (overrides: Partial<CreatorRow> = {}): CreatorRow =>
  ({
    id: 'cre_1' as Id<'creator'>,
    tenant_id: 1 as TenantId,
    mobile: '+12025550123',
    identity: 'none',
    ...overrides,
  }) as CreatorRow

function context(
  draft: Partial<Draft>,
  around: {
    connection?: Partial<ConnectionRow>
    creator?: CreatorRow
    verificationRequired?: boolean
    contracts?: number
  } = {},
): ConnectContext {
  const connection = {
    status: 'created',
    type: null,
    creator_id: null,
    verified_at: null,
    requested_permissions: ['payment.credit'],
    ...around.connection,
  }
  return {
    draft: { ...newDraft(connection.status as ConnectionRow['status']), ...draft },
    connection: connection as ConnectionRow,
    tenant: {
      creator_verification_required: around.verificationRequired ?? false,
      ach_enabled: true,
    } as TenantSettings,
    creator: around.creator,
    verified: connection.verified_at !== null,
    contracts: Array.from({ length: around.contracts ?? 0 }, (_, nth) => ({ id: `con_${nth}` }) as WaitingContract),
  }
}

const signedIn = { creator: 'cre_1' as Id<'creator'>, secondFactor: true }

describe('the way through Connect', () => {
  const ways: [string, ConnectContext, Step[]][] = [
    [
      'direct',
      context({ method: 'direct' }),
      ['welcome', 'method', 'sign_in', 'email_code', 'mobile', 'code', 'application', 'review', 'done'],
    ],
    [
      'wallet',
      context({ method: 'wallet' }),
      ['welcome', 'method', 'sign_in', 'email_code', 'mobile', 'code', 'review', 'done'],
    ],
    [
      'a login that was created in this session keeps the proof of its address as a screen',
      context({ method: 'wallet', login: { ...signedIn, isNew: true } }, { creator: creator({ mobile: null }) }),
      ['welcome', 'method', 'sign_in', 'email_code', 'mobile', 'code', 'review', 'done'],
    ],
    ['ach', context({ method: 'ach' }), ['welcome', 'method', 'bank', 'review', 'done']],
    [
      'a new login has no mobile number yet',
      context({ method: 'wallet', login: signedIn }, { creator: creator({ mobile: null }) }),
      ['welcome', 'method', 'sign_in', 'mobile', 'code', 'review', 'done'],
    ],
    [
      'a mobile number given in this session stays a screen of it',
      context({ method: 'wallet', login: signedIn, mobile: '+12025550123' }, { creator: creator() }),
      ['welcome', 'method', 'sign_in', 'mobile', 'code', 'review', 'done'],
    ],
    [
      'a login with a mobile number is not asked for one',
      context({ method: 'wallet', login: signedIn }, { creator: creator() }),
      ['welcome', 'method', 'sign_in', 'code', 'review', 'done'],
    ],
    [
      'who was checked before needs no application',
      context({ method: 'direct', login: signedIn }, { creator: creator({ identity: 'passed' }) }),
      ['welcome', 'method', 'sign_in', 'code', 'review', 'done'],
    ],
    [
      'who failed before may apply again',
      context({ method: 'direct', login: signedIn }, { creator: creator({ identity: 'failed' }) }),
      ['welcome', 'method', 'sign_in', 'code', 'application', 'review', 'done'],
    ],
    [
      'verification required of ach',
      context({ method: 'ach' }, { verificationRequired: true }),
      ['welcome', 'method', 'bank', 'verification', 'review', 'done'],
    ],
    [
      'verification passed before',
      context({ method: 'ach' }, { verificationRequired: true, connection: { verified_at: new Date(0) } }),
      ['welcome', 'method', 'bank', 'review', 'done'],
    ],
    [
      'the application is a verification',
      context({ method: 'direct' }, { verificationRequired: true }),
      ['welcome', 'method', 'sign_in', 'email_code', 'mobile', 'code', 'application', 'review', 'done'],
    ],
    [
      'contracts come before the review',
      context({ method: 'ach' }, { contracts: 2 }),
      ['welcome', 'method', 'bank', 'contract', 'review', 'done'],
    ],
    [
      'one method alone is no question',
      context({ method: 'direct' }, { connection: { requested_permissions: ['payment.credit', 'payment.debit'] } }),
      ['welcome', 'sign_in', 'email_code', 'mobile', 'code', 'application', 'review', 'done'],
    ],
    ['edit', context({ mode: 'edit' }), ['overview', 'done']],
    [
      'edit, away from an account: its owner must be there',
      context(
        { mode: 'edit', intent: 'method', method: 'ach' },
        { connection: { status: 'active', type: 'direct', creator_id: signedIn.creator } },
      ),
      ['overview', 'method', 'sign_in', 'code', 'bank', 'review', 'done'],
    ],
    [
      'edit, contracts of a bank account: there is nobody to sign in',
      context({ mode: 'edit', intent: 'contracts' }, { connection: { type: 'ach' }, contracts: 1 }),
      ['overview', 'contract', 'done'],
    ],
  ]

  it.each(ways)('%s', (_name, given, path) => expect(pathOf(given)).toEqual(path))

  it('walks each way from its first screen to the review, whatever has been said', () => {
    for (const [name, given, path] of ways.filter(([, { draft }]) => draft.mode === 'onboard')) {
      const submitted = path.filter((step) =>
        ['welcome', 'method', 'application', 'bank', 'verification'].includes(step),
      ) as Draft['submitted']
      const decisions = Object.fromEntries(given.contracts.map(({ id }) => [id, 'later' as const]))
      const draft = {
        ...given.draft,
        submitted,
        decisions,
        login: signedIn,
        mobile: '+12025550123',
        identity: 'passed' as const,
      }
      expect([name, stepOf({ ...given, draft: { ...given.draft, submitted: [] } })]).toEqual([name, 'welcome'])
      expect([name, stepOf({ ...given, draft })]).toEqual([name, 'review'])
    }
  })

  it('ends at a failed check, and in edit mode at one that stays open', () => {
    expect(stepOf(context({ identity: 'failed' }))).toBe('rejected')
    const editing: Partial<Draft> = {
      mode: 'edit',
      intent: 'method',
      submitted: ['overview', 'method', 'application'],
      method: 'direct',
      login: signedIn,
      identity: 'review',
    }
    expect(stepOf(context(editing, { creator: creator() }))).toBe('rejected')
    expect(
      stepOf(
        context(
          { ...editing, mode: 'onboard', submitted: ['welcome', 'method', 'application'] },
          { creator: creator() },
        ),
      ),
    ).toBe('review')
  })
})

describe('another session that ended Connect first', () => {
  it('overtakes one that has not ended, and no edit', () => {
    expect(isOvertaken(newDraft('created'), { status: 'created' })).toBe(false)
    for (const status of ['pending', 'active'] as const) {
      expect(isOvertaken(newDraft('created'), { status })).toBe(true)
      expect(isOvertaken({ ...newDraft('created'), outcome: 'pending' }, { status })).toBe(false)
    }
    expect(isOvertaken(newDraft('active'), { status: 'active' })).toBe(false)
  })

  it('leaves the connection to its owner: another login must sign in as that one', () => {
    const edit: Partial<Draft> = { mode: 'edit', intent: 'method', submitted: ['overview', 'method'], method: 'ach' }
    const around = { connection: { status: 'active', type: 'wallet', creator_id: 'cre_2' as Id<'creator'> } } as const
    const stranger = context({ ...edit, login: signedIn }, { ...around, creator: creator() })
    expect([stepOf(stranger), isSignedIn(stranger)]).toEqual(['sign_in', false])
    const owner = context({ ...edit, login: { ...signedIn, creator: 'cre_2' as Id<'creator'> } }, around)
    expect([stepOf(owner), isSignedIn(owner)]).toEqual(['bank', true])
  })
})

describe('back', () => {
  it('leads nowhere from the first screen and from the end', () => {
    expect(backOf(context({}))).toBeUndefined()
    expect(backOf(context({ mode: 'edit' }))).toBeUndefined()
    expect(backOf(context({ outcome: 'active' }))).toBeUndefined()
  })

  it('before the second factor leads to being nobody again', () => {
    const given = context(
      { submitted: ['welcome', 'method'], method: 'wallet', login: { ...signedIn, secondFactor: false } },
      { creator: creator() },
    )
    const back = backOf(given)
    expect([stepOf(given), back?.step, back?.draft.login]).toEqual(['code', 'sign_in', undefined])
  })

  it('from the proof of the address leads to the sign-in, and forgets the login that was not made', () => {
    const newLogin = { email: 'a@example.com', passwordHash: 'scrypt$' }
    const given = context({ submitted: ['welcome', 'method'], method: 'wallet', newLogin })
    const back = backOf(given)
    expect([stepOf(given), back?.step, back?.draft.newLogin]).toEqual(['email_code', 'sign_in', undefined])
  })

  it('passes over what has passed', () => {
    const given = context(
      { submitted: ['welcome', 'method', 'application'], method: 'direct', login: signedIn, identity: 'passed' },
      { creator: creator({ identity: 'passed' }) },
    )
    expect([stepOf(given), backOf(given)?.step]).toEqual(['review', 'method'])
  })

  it('passes over the choice where there is one method alone: to the welcome, or to the form that failed', () => {
    const connection: Partial<ConnectionRow> = { requested_permissions: ['payment.debit'] }
    const around = { connection, creator: creator() }
    const draft = withOnlyMethod(context({ submitted: ['welcome'] }, around).draft, ['direct'])
    expect([draft.method, stepOf(context(draft, around)), backOf(context(draft, around))?.step]).toEqual([
      'direct',
      'sign_in',
      'welcome',
    ])
    const failed = context({ ...draft, login: signedIn, identity: 'failed' }, around)
    const back = backOf(failed)
    expect([stepOf(failed), back?.step, back && stepOf({ ...failed, draft: back.draft })]).toEqual([
      'rejected',
      'application',
      'application',
    ])
  })

  it('always leads to the screen that it names', () => {
    for (const submitted of [
      ['welcome'],
      ['welcome', 'method'],
      ['welcome', 'method', 'bank'],
    ] as Draft['submitted'][]) {
      const given = context({ submitted, method: 'ach' })
      const back = backOf(given)
      expect(back && stepOf({ ...given, draft: back.draft })).toBe(back?.step)
    }
  })
})

describe('edit mode', () => {
  it('returns to its overview when what it went for is done', () => {
    const done = context(
      { mode: 'edit', submitted: ['overview'], intent: 'sign_in', login: signedIn },
      { creator: creator() },
    )
    expect(resetFinishedIntent(done)).toMatchObject({ intent: null, submitted: [], login: signedIn })
    const open = context(
      { mode: 'edit', submitted: ['overview'], intent: 'contracts', login: signedIn },
      { creator: creator(), contracts: 1 },
    )
    expect(resetFinishedIntent(open)).toBe(open.draft)
  })
})

describe('a link', () => {
  const now = new Date('2031-03-10T10:00:00.000Z')
  const link = { used_at: null, expires_at: new Date(now.getTime() + 1), attempts: 0, deleted: false, now }

  it.each([
    ['usable', {}],
    ['expired', { expires_at: now }],
    ['used', { used_at: now }],
    ['used', { used_at: now, expires_at: now }],
    ['dead', { attempts: 3 }],
    ['closed', { deleted: true }],
  ])('is %s with %j', (status, overrides) => expect(linkStatus({ ...link, ...overrides })).toBe(status))

  it('is renewed by its creator if it is an invite that ended by itself, not after wrong answers', () => {
    const ends = {
      expired: { expires_at: now },
      used: { used_at: now },
      dead: { attempts: 3 },
      closed: { deleted: true },
    }
    const renewable = (kind: 'link' | 'invite') =>
      Object.entries({ usable: {}, ...ends })
        .filter(([, overrides]) => isRenewable({ ...link, ...overrides, kind }))
        .map(([name]) => name)
    expect([renewable('invite'), renewable('link')]).toEqual([['expired', 'used'], []])
  })
})
