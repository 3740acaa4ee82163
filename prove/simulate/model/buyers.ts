import { type Book, type Expected, isSame, refuse, type UserData } from './book.ts'
import type { Card } from './cards.ts'
import type { Buyer, Person } from './purchase.ts'

export class Buyers {
  readonly all: Buyer[] = []
  private readonly book: Book

  constructor(book: Book) {
    this.book = book
  }

  create(person: Person, externalId: string | undefined, userData: UserData | undefined): Expected {
    const { now } = this.book
    const twin = this.byExternalId(externalId)
    if (twin) return refuse(409, 'external_id_taken', { existing_id: twin.id })
    const times = { created: now, updated: now, activity: [] }
    const buyer: Buyer = { kind: 'buyer', id: '', person, externalId, userData, card: undefined, ...times }
    this.all.push(buyer)
    return { status: 201, shows: buyer }
  }

  byExternalId(externalId: string | undefined): Buyer | undefined {
    return externalId === undefined ? undefined : this.all.find((buyer) => buyer.externalId === externalId)
  }

  describe(buyer: Buyer, person: Person, userData: UserData | undefined): Expected {
    const changes = { person: { ...buyer.person, ...person }, userData: userData ?? buyer.userData }
    if (isSame(changes, { person: buyer.person, userData: buyer.userData })) return { status: 200, shows: buyer }
    return this.changed(Object.assign(buyer, changes))
  }

  saveCard(buyer: Buyer, card: Card): Expected {
    return this.changed(Object.assign(buyer, { card }))
  }

  private changed(buyer: Buyer): Expected {
    buyer.updated = this.book.now
    this.book.tell(buyer, this.book.now)
    return { status: 200, shows: buyer }
  }
}
