import {
  addPerson as add,
  addKnownPerson,
  findPersonByEmail,
  newInvitationLink,
  newPassword,
  type Role,
  replacePassword as replace,
  tellPerson,
} from '../../dashboard/index.ts'
import { problem } from '../../kernel/errors.ts'
import { requireTenant } from '../../tenants/index.ts'
import { deed } from './deed.ts'

export interface NewPerson {
  readonly enterprise: string
  readonly email: string
  readonly name: string
  readonly role: Role
}

/** Gives a person access to the dashboard. A person with a login at another enterprise keeps its name and password. */
export const addPerson = deed({
  action: 'people.added',
  needs: 'people.change',
  async act(tx, { enterprise, email, name, role }: NewPerson) {
    await requireTenant(tx, enterprise, 'sandbox')
    const password = newPassword()
    const known = await addKnownPerson(tx, { enterprise, role, email })
    const added = known ?? (await add(tx, { enterprise, role, name, email, password }))
    const answer = { id: added.id, name: added.name, email: added.email, role, ...(known ? {} : { password }) }
    return { answer, enterprise, subject: added.id, details: { email: added.email, role } }
  },
})

export interface InvitedPerson {
  readonly enterprise: string
  readonly email: string
}

/** A new link for an open invitation, where no mail server is set up to send it. */
export const makeInvitationLink = deed({
  action: 'people.invite',
  needs: 'people.change',
  async act(tx, { enterprise, email }: InvitedPerson, { address, sendsMail }) {
    if (sendsMail) throw problem('invalid_state', 'SMTP_URL is set: the link goes to the invited address alone.')
    const link = await newInvitationLink(tx, enterprise, email, address)
    if (!link) throw problem('not_found', `There is no open invitation of \`${email}\` to \`${enterprise}\`.`)
    return { answer: { link }, enterprise, details: { email, link: 'printed' } }
  },
})

/** A new password; the second factor and the sessions of the person end. */
export const replacePassword = deed({
  action: 'password.replaced',
  needs: 'people.change',
  async act(tx, { email }: { readonly email: string }, { vault }) {
    const person = await findPersonByEmail(tx, email)
    if (!person) throw problem('not_found', `No person has the e-mail address \`${email}\`.`)
    const password = newPassword()
    await replace(tx, person.id, password)
    await tellPerson(tx, vault, person, 'password_changed', [['Changed by', 'the operator of the service']])
    const told = { enterprise: person.enterprise_id, subject: person.id, details: { email: person.email } }
    return { answer: { password }, ...told }
  },
})
