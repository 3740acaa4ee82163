import { type AuditEntry, OPERATOR_CHAIN, record } from '../dashboard/index.ts'
import type { Database, Tx } from '../platform/database.ts'
import type { Vault } from '../platform/vault.ts'
import type { Deed, DeedTools, Done, LongDeed } from './deeds/deed.ts'
import type { OperatorRole } from './roles.ts'

/** The operator who acts, as the audit logs name them. */
export type Actor = Pick<AuditEntry, 'personId' | 'person' | 'address' | 'requestId'>

/** How the deed was asked for: the words of a command or the request of the console, and why it is done. */
export interface Attempt {
  readonly actor: Actor
  /** Undefined for somebody at the machine who is no operator. */
  readonly role?: OperatorRole | undefined
  readonly asked: Record<string, unknown>
  readonly reason?: string | undefined
}

/** The parts of an outcome that the audit logs keep. */
type Recorded = Partial<Omit<Done<unknown>, 'answer'>>

/** Writes a deed to the operators' log, and to that of the enterprise that it concerns. */
export async function tellDeed(
  tx: Tx,
  vault: Vault,
  { actor, asked, reason }: Attempt,
  action: string,
  { enterprise, environment, subject, details }: Recorded,
): Promise<void> {
  // A refused deed tells the reason of the refusal.
  const told = { ...asked, ...(reason === undefined ? {} : { reason }), ...details }
  const entry = { ...actor, action, environment, subject, details: told }
  // The enterprise sees what the operators did to it. The operators' own chain has everything.
  if (enterprise !== undefined) await record(tx, vault, { ...entry, enterprise })
  await record(tx, vault, { ...entry, enterprise: OPERATOR_CHAIN })
}

/** A deed was done, or awaits the approval of another operator. */
export type Performed<Answer> = { readonly answer: Answer } | { readonly approval: string }

/** Asks for the approval that a deed needs. A port: four-eyes.ts knows the deeds that can wait. */
export type AskApproval = <Input, Answer>(
  tx: Tx,
  deed: Deed<Input, Answer>,
  input: Input,
  attempt: Attempt,
  vault: Vault,
) => Promise<{ readonly id: string; readonly description: string } | undefined>

export interface PerformDeps {
  readonly database: Database
  readonly tools: DeedTools
  readonly askApproval: AskApproval
}

/** Does it and records it: in one transaction, or before and after a deed of several. */
export async function performDeed<Input, Answer>(
  deps: PerformDeps,
  deed: Deed<Input, Answer> | LongDeed<Input, Answer>,
  input: Input,
  attempt: Attempt,
): Promise<Performed<Answer>> {
  return 'act' in deed
    ? performInOne(deps, deed, input, attempt)
    : { answer: await performInSeveral(deps, deed, input, attempt) }
}

function performInOne<Input, Answer>(
  { database, tools, askApproval }: PerformDeps,
  deed: Deed<Input, Answer>,
  input: Input,
  attempt: Attempt,
): Promise<Performed<Answer>> {
  return database.transaction(async (tx) => {
    const asked = await askApproval(tx, deed, input, attempt, tools.vault)
    if (asked) {
      const told = {
        subject: asked.id,
        details: { awaits: 'the approval of another operator', asked: asked.description },
      }
      await tellDeed(tx, tools.vault, attempt, `${deed.action}.asked`, told)
      return { approval: asked.id }
    }
    const { answer, ...told } = await deed.act(tx, input, tools, attempt.actor.personId)
    await tellDeed(tx, tools.vault, attempt, deed.action, told)
    return { answer }
  })
}

/** Recorded before it begins, so that nothing happens unrecorded. */
async function performInSeveral<Input, Answer>(
  { database, tools }: PerformDeps,
  deed: LongDeed<Input, Answer>,
  input: Input,
  attempt: Attempt,
): Promise<Answer> {
  const tell = (action: string, told: Recorded): Promise<void> =>
    database.transaction((tx) => tellDeed(tx, tools.vault, attempt, action, told))
  await tell(deed.action, {})
  const { answer, ...told } = await deed.actOnDatabase(database, input, tools)
  await tell(`${deed.action}.done`, told)
  return answer
}
