// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of code
import { flows, type Mutant, src } from './mutant.ts'

/** Purchases, refunds and disputes. */
export const PURCHASE_MUTANTS: readonly Mutant[] = [
  {
    rule: 'A purchase fee is rounded half up',
    file: `${src}/resources/purchases/model.ts`,
    from: ' + BASIS_POINTS / 2n) / BASIS_POINTS',
    to: ') / BASIS_POINTS',
    test: `${src}/resources/purchases/model.test.ts`,
    named: 'half a cent is rounded up',
  },
  {
    rule: 'Refunds never exceed what is left',
    file: `${src}/resources/purchases/refunds/issue.ts`,
    from: 'if (amount > left || left === 0) {',
    to: 'if (left === 0) {',
    test: `${flows}/refunds.test.ts`,
    named: 'more than is left is refused',
  },
  {
    rule: 'A purchase is judged under its lock',
    file: `${src}/resources/purchases/store.ts`,
    from: "order by ${sortedBy('id')} for no key update`",
    to: "order by ${sortedBy('id')}`",
    test: `${flows}/refunds-races.test.ts`,
    named: 'twenty refunds in part never exceed',
  },
  {
    rule: 'A charge that has not settled is refunded in full only',
    file: `${src}/resources/purchases/refunds/issue.ts`,
    from: "if (amount < left && purchase.charge !== 'settled') {",
    to: "if (amount < left && purchase.charge === 'none') {",
    test: `${flows}/refunds.test.ts`,
    named: 'before settlement is a conflict',
  },
  {
    rule: 'A dispute that is decided stays so',
    file: `${src}/resources/purchases/disputes/model.ts`,
    from: '  won: {},',
    to: "  won: { win: 'won' },",
    test: `${src}/resources/purchases/states.test.ts`,
    named: 'a dispute that is decided stays so',
  },
  {
    rule: 'A chargeback takes the total less what was refunded',
    file: `${src}/resources/purchases/model.ts`,
    from: 'cents(total - returned.refunded - returned.taken)',
    to: 'cents(total - returned.taken)',
    test: `${flows}/refunds.test.ts`,
    named: 'takes the total less what was refunded',
  },
  {
    rule: 'The audit counts parts of a charge',
    file: `${src}/resources/purchases/audit.store.ts`,
    from: "refund.status in ('pending', 'succeeded')",
    to: "refund.status in ('succeeded')",
    test: `${flows}/refunds-races.test.ts`,
    named: 'twenty refunds in part never exceed',
  },
]
