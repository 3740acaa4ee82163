import { expect } from 'vitest'
import type { Answer, Client } from './client.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever came
export type Row = any

/** One page of a list. */
export const page = async (client: Client, path: string, query: string): Promise<Answer['body']> => {
  const answer = await client.get(`${path}?${query}`)
  expect(answer.status, `${path}?${query} ${answer.text}`).toBe(200)
  // Another one each time.
  for (const row of answer.body.data) delete row.payment_method_embed_url
  return answer.body
}

/** Every row of a list, page by page, by the cursors of its answers. */
export async function walk(
  client: Client,
  path: string,
  query: string,
  between: () => Promise<unknown> = async () => {},
) {
  const rows: Row[] = []
  const totals: number[] = []
  let cursor = ''
  for (let pages = 1; pages < 100; pages++) {
    const { data, pagination } = await page(client, path, `${query}${cursor}`)
    rows.push(...data)
    totals.push(pagination.total)
    expect(pagination.page).toBe(pages)
    expect(pagination.has_more).toBe(pagination.next_cursor !== undefined)
    if (!pagination.has_more) return { rows, totals, pages, pagination }
    cursor = `&cursor=${pagination.next_cursor}`
    await between()
  }
  throw new Error('the walk has no end')
}
