import { describe, expect, it } from 'vitest'
import { sqlTag } from './sql.ts'

const sql = sqlTag(() => Promise.reject(new Error('nothing is sent')))

describe('a statement', () => {
  it('numbers the values of its parts in the order they stand', () => {
    const narrowed = sql`where b = ${2} and c = ${3}`
    expect(sql`select ${1} from ${sql('t')} ${narrowed}`.toQuery()).toEqual({
      text: 'select $1 from "t" where b = $2 and c = $3',
      params: ['1', '2', '3'],
    })
  })

  it('keeps parts of a list apart, so that a value never runs into the next word', () => {
    const conditions = [sql`and a = ${1}`, sql`and b = ${2}`]
    expect(sql`where true ${conditions}`.toQuery().text).toBe('where true and a = $1 and b = $2')
  })
})
