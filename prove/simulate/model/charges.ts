import { type Book, became, dollars, type Entry, moved } from './book.ts'
import { feeOf, leftOf, type Purchase, settled } from './purchase.ts'

/** The money of purchases and their log, as every change of a purchase needs them. */
export class Charges {
  readonly book: Book

  constructor(book: Book) {
    this.book = book
  }

  complete(purchase: Purchase, text: string, at: number): void {
    const settles = purchase.charge === 'captured'
    if (settles) {
      this.post(purchase)
      purchase.charge = 'settled'
    }
    const lines = settles ? settled(purchase, 'completed', at) : []
    this.become(purchase, undefined, at, became('completed', text, at), ...lines)
  }

  post(purchase: Purchase): void {
    const fee = feeOf(purchase)
    this.book.credit(purchase.total - fee)
    this.book.fees += fee
    this.book.cardsOut += purchase.total
  }

  /** Money of a settled charge that was taken from the enterprise, and is given back to it. */
  giveBack(amount: number): void {
    this.book.credit(amount)
    this.book.cardsOut += amount
  }

  /** What was taken from the operating account, in lines of the log; nothing at all where there is nothing to give back. */
  takeBack(purchase: Purchase, to: Purchase['status'], amount: number): Entry[] | undefined {
    const { book } = this
    const { charge } = purchase
    if (charge === 'captured') {
      purchase.charge = 'voided'
      return []
    }
    if (charge !== 'settled' || amount === 0) return undefined
    const reached = Math.min(book.operating, amount)
    purchase.charge = amount === leftOf(purchase) ? 'returned' : 'settled'
    book.credit(-amount)
    book.cardsOut -= amount
    const lines = [
      { amount: reached, text: 'taken from the operating account' },
      { amount: amount - reached, text: 'due from the next credits of the operating account' },
    ]
    return lines.flatMap((line) =>
      line.amount > 0 ? [moved(to, `${dollars(line.amount)} ${line.text}`, book.now)] : [],
    )
  }

  become(purchase: Purchase, due: number | undefined, at: number, first: Entry, ...more: readonly Entry[]): void {
    purchase.status = first.status as Purchase['status']
    purchase.due = due
    this.note(purchase, at, first, ...more)
  }

  note(purchase: Purchase, at: number, ...entries: readonly Entry[]): void {
    this.book.note(purchase, at, ...entries)
    this.book.tell(purchase, at)
  }
}
