import { describe, expect, it } from 'vitest'
import { createValidate } from '../../http/index.ts'
import { readCsv } from '../../kernel/csv.ts'
import { PayoutCreate } from '../../resources/payouts/index.ts'
import { columnFaults, matchColumns, paymentsOf, readEntry, readRow } from './model.ts'

const fieldsOf = (header: string[]) => matchColumns(header).map(({ field }) => field)

describe('columns', () => {
  it('are known by what people call them', () => {
    expect(fieldsOf(['Connection ID', 'AMOUNT (USD)', 'Memo', 'Pay on', 'Department'])).toEqual([
      'account_connection',
      'amount',
      'description',
      'date',
      null,
    ])
    expect(fieldsOf(['E-Mail', 'amount_in_cents'])).toEqual(['email', 'amount_in_cents'])
  })

  it('are what the person says they are', () => {
    expect(matchColumns(['Who', 'amount', 'note'], { Who: 'external_id', note: null })).toEqual([
      { column: 'Who', field: 'external_id' },
      { column: 'amount', field: 'amount' },
      { column: 'note', field: null },
    ])
  })

  it('take a field once: the second of the same name is not used', () => {
    expect(fieldsOf(['email', 'mail', 'amount'])).toEqual(['email', null, 'amount'])
    expect(matchColumns(['email', 'Who', 'amount'], { Who: 'email' })[0]?.field).toBeNull()
  })

  it('must say whom and how much, and nothing twice', () => {
    expect(columnFaults(matchColumns(['email', 'amount']))).toEqual([])
    expect(columnFaults(matchColumns(['name', 'memo'])).map(({ code }) => code)).toEqual([
      'missing_column',
      'missing_column',
    ])
    const twice = matchColumns(['a', 'b', 'amount'], { a: 'email', b: 'email' })
    expect(columnFaults(twice)).toMatchObject([{ column: 'b', code: 'duplicate_column' }])
  })
})

const KNOWN = {
  byExternalId: (id: string) => (id === 'ext-1' ? ['acon_1'] : []),
  byEmail: (email: string) =>
    ({ 'one@x.com': ['acon_1'], 'two@x.com': ['acon_1', 'acon_2'], 'other@x.com': ['acon_2'] })[email] ?? [],
}
const faultsOf = createValidate(PayoutCreate)

function entry(csv: string) {
  const [head, record] = readCsv(csv)
  if (!head || !record) throw new Error('two records are needed')
  const columns = matchColumns(head.fields)
  return readEntry(readRow(record, columns), columns, KNOWN, faultsOf)
}

describe('a row', () => {
  it('becomes the request that the API would take', () => {
    expect(
      entry('account_connection,amount,description,date,user_data\nacon_9,"1,250.5",Hi,2031-03-10,"{""a"":1}"\n'),
    ).toEqual({
      account_connection: 'acon_9',
      amount_in_cents: 125_050,
      description: 'Hi',
      date: '2031-03-10T00:00:00.000Z',
      user_data: { a: 1 },
    })
    expect(entry('external_id;amount_in_cents\next-1;7\n')).toEqual({
      account_connection: 'acon_1',
      amount_in_cents: 7,
    })
    expect(entry('email,amount\none@x.com,7\n')).toEqual({ account_connection: 'acon_1', amount_in_cents: 700 })
  })

  it('may name its payee in several ways that mean the same', () => {
    const paid = { account_connection: 'acon_1', amount_in_cents: 700 }
    expect(entry('account_connection,external_id,email,amount\nacon_1,ext-1,one@x.com,7\n')).toEqual(paid)
    expect(entry('account_connection,email,amount\nacon_1,two@x.com,7\n')).toEqual(paid)
    expect(entry('external_id,email,amount\next-1,two@x.com,7\n')).toEqual(paid)
  })

  it.each([
    ['account_connection,amount\nacon_1,0\n', 'amount', 'out_of_range'],
    ['account_connection,amount\nacon_1,12.505\n', 'amount', 'invalid_amount'],
    ['account_connection,amount\nacon_1,-5\n', 'amount', 'invalid_amount'],
    ['account_connection,amount\nacon_1,\n', 'amount', 'required'],
    ['account_connection,amount_in_cents\nacon_1,12.5\n', 'amount_in_cents', 'invalid_amount'],
    ['account_connection,amount\n,5\n', 'account_connection', 'required'],
    ['account_connection,amount,amount_in_cents\nacon_1,5,501\n', 'amount', 'ambiguous'],
    ['account_connection,external_id,amount\nacon_2,ext-1,5\n', 'external_id', 'ambiguous'],
    ['external_id,amount\next-9,5\n', 'external_id', 'not_found'],
    ['email,amount\nnobody@x.com,5\n', 'email', 'not_found'],
    ['email,amount\ntwo@x.com,5\n', 'email', 'ambiguous'],
    ['account_connection,email,amount\nacon_2,one@x.com,5\n', 'email', 'ambiguous'],
    ['account_connection,email,amount\nacon_9,two@x.com,5\n', 'email', 'ambiguous'],
    ['account_connection,email,amount\nacon_1,nobody@x.com,5\n', 'email', 'not_found'],
    ['external_id,email,amount\next-1,other@x.com,5\n', 'email', 'ambiguous'],
    ['account_connection,amount,date\nacon_1,5,tomorrow\n', 'date', 'invalid_format'],
    ['account_connection,amount,user_data\nacon_1,5,nonsense\n', 'user_data', 'malformed_json'],
    ['account_connection,amount,user_data\nacon_1,5,[1]\n', 'user_data', 'invalid_type'],
  ])('is refused for what is wrong with it: %j', (csv, column, code) => {
    expect(entry(csv)).toMatchObject([{ column, code }])
  })

  it('with too few or too many fields is refused as a whole', () => {
    expect(entry('account_connection,amount,memo\nacon_1,5\n')).toMatchObject([{ code: 'wrong_number_of_fields' }])
    expect(entry('account_connection,amount\nacon_1,5,more\n')).toMatchObject([{ code: 'wrong_number_of_fields' }])
  })
})

describe('the payments of a file', () => {
  const payments = (csv: string) => {
    const [head, ...records] = readCsv(csv)
    const columns = matchColumns(head?.fields ?? [])
    const entries = records.map((record) => {
      const read = readEntry(readRow(record, columns), columns, KNOWN, faultsOf)
      if (Array.isArray(read)) throw new Error(`a file without faults is needed: ${JSON.stringify(read)}`)
      return read
    })
    return paymentsOf(entries)
  }
  const saved = payments(
    'account_connection,amount,date,user_data\nacon_1,12.50,2031-03-10,"{""a"":1,""b"":2}"\nacon_2,7,,\n',
  )

  it.each([
    'account_connection,amount,date,user_data\nacon_1,12.5,2031-03-10,"{""a"":1,""b"":2}"\nacon_2,7.00,,\n',
    'account_connection,amount,date,user_data,\nacon_1,$12.50,2031-03-10,"{""a"":1,""b"":2}",\nacon_2,7,,,\n',
    'amount;user_data;date;connection\n12.50;"{""b"":2,""a"":1}";2031-03-10T00:00:00Z;acon_1\n7;;;acon_2\n',
    'account_connection,cents,date,user_data\nacon_2,700,,\nacon_1,1250,2031-03-10,"{""a"":1,""b"":2}"\n',
    'external_id,connection,amount,date,user_data\next-1,,12.50,2031-03-10,"{""a"":1,""b"":2}"\n,acon_2,7,,\n',
  ])('are the same however it was saved: %j', (csv) => {
    expect(payments(csv)).toBe(saved)
  })

  it.each([
    'account_connection,amount,date,user_data\nacon_1,12.51,2031-03-10,"{""a"":1,""b"":2}"\nacon_2,7,,\n',
    'account_connection,amount,date,user_data\nacon_1,12.50,2031-03-11,"{""a"":1,""b"":2}"\nacon_2,7,,\n',
    'account_connection,amount,date,user_data\nacon_1,12.50,2031-03-10,"{""a"":1,""b"":3}"\nacon_2,7,,\n',
    'account_connection,amount,date,user_data\nacon_1,12.50,2031-03-10,"{""a"":1,""b"":2}"\n',
  ])('are others when anything else is paid: %j', (csv) => {
    expect(payments(csv)).not.toBe(saved)
  })
})
