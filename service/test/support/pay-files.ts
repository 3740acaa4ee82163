import { expect } from 'vitest'
import type { Answer } from './client.ts'
import type { Browser } from './people.ts'

/** A file as a spreadsheet writes it. */
export const csvOf = (header: string, rows: readonly string[]): string => `\uFEFF${[header, ...rows].join('\r\n')}\r\n`

const AT = '/dashboard/api/sandbox/pay-file'

export const bring = (browser: Browser, csv: string, more: object = {}): Promise<Answer> =>
  browser.post(AT, { name: 'march.csv', csv, ...more })

export const confirm = (browser: Browser, file: string, body: object = {}): Promise<Answer> =>
  browser.post(`${AT}/${file}/confirm`, body)

// biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever came
export async function readFileOf(browser: Browser, file: string): Promise<any> {
  const answer = await browser.get(`${AT}/${file}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

/** Until it is not running any more. */
// biome-ignore lint/suspicious/noExplicitAny: a test looks at whatever came
export async function settled(browser: Browser, file: string): Promise<any> {
  for (;;) {
    const found = await readFileOf(browser, file)
    if (found.state !== 'running') return found
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
