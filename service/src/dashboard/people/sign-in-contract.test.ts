import { expectTypeOf, it } from 'vitest'
import type { Enrolment, OwnSession, PersonSession } from '../../../../contracts/dashboard/sign-in.ts'
import type { Auth } from './auth.ts'

/** A value as its JSON has it: without a field that is undefined. */
type Json<T> = T extends Date
  ? string
  : T extends readonly (infer Item)[]
    ? Json<Item>[]
    : T extends object
      ? { [Key in keyof T]: Json<Exclude<T[Key], undefined>> }
      : T

type Answer<Name extends 'getSession' | 'listSessions' | 'enableTwoFactor'> = Json<
  Awaited<ReturnType<Auth['api'][Name]>>
>

/** We offer authenticator apps alone, and no codes that the service sends. */
type ByApp = Extract<Answer<'enableTwoFactor'>, { readonly totpURI?: unknown }>

it('the sign-in library answers what the pages read: compared while compiling', () => {
  expectTypeOf<Answer<'getSession'>>().toExtend<OwnSession>()
  expectTypeOf<Answer<'listSessions'>[number]>().toExtend<PersonSession>()
  expectTypeOf<ByApp>().toExtend<Enrolment>()
  // Were these types unknown to the compiler, they would extend anything.
  expectTypeOf<Answer<'getSession'>>().not.toBeAny()
  expectTypeOf<Answer<'listSessions'>[number]>().not.toBeAny()
  expectTypeOf<ByApp>().not.toBeAny()
  expectTypeOf<ByApp>().not.toBeNever()
})
