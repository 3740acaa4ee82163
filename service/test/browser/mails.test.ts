import { expect, it } from 'vitest'
import { KINDS, type MessageKind } from '../../src/resources/messages/model.ts'
import { renderMail } from '../../src/resources/messages/texts.ts'
import { receiveVisitors } from '../support/browser.ts'
import { photograph, tooWide, violationsOn } from '../support/looks.ts'
import { MAILS } from '../support/mails.ts'

const visitors = receiveVisitors()

const WIDTHS = [640, 390]
const SCHEMES = ['light', 'dark'] as const

/** In the page: amounts that go on in a second line. */
const BROKEN_AMOUNTS = `[...document.querySelectorAll('td[align="right"]')]
  .filter((cell) => /^\\$[\\d,.]+$/.test(cell.textContent))
  .flatMap((cell) => {
    const range = document.createRange()
    range.selectNodeContents(cell)
    return range.getClientRects().length > 1 ? ['broken: ' + cell.textContent] : []
  })`

it('every kind of mail has a sample', () => {
  const mails = (Object.keys(KINDS) as MessageKind[]).filter((kind) => KINDS[kind].channel === 'email')
  expect([...new Set(MAILS.map(({ kind }) => kind))].sort()).toEqual(mails.sort())
})

it.each(SCHEMES)(
  'every mail fits a phone and a desktop, %s, and axe finds nothing wrong with it',
  async (colorScheme) => {
    const page = await visitors.visit({ colorScheme })
    const faults: string[] = []
    for (const sample of MAILS) {
      for (const language of 'spanish' in sample ? (['en', 'es'] as const) : (['en'] as const)) {
        const title = language === 'en' ? sample.title : `${sample.title}-es`
        await page.setContent(renderMail(sample.kind, sample.facts, language).html)
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 700 })
          await photograph(page, `mails-${width}-${colorScheme}`, title)
          const found = [...(await tooWide(page)), ...(await page.evaluate<string[]>(BROKEN_AMOUNTS))]
          faults.push(...found.map((fault) => `${title} at ${width}: ${fault}`))
        }
        faults.push(...(await mailViolations(page)).map((fault) => `${title}: ${fault}`))
      }
    }
    expect(faults).toEqual([])
  },
)

/** A mail is no page: it has no landmarks. */
const mailViolations = async (page: Parameters<typeof violationsOn>[0]): Promise<string[]> =>
  (await violationsOn(page, true)).filter((fault) => !/^(region|landmark-one-main) /.test(fault))

it('a mail is dark at night where the program asks', async () => {
  const page = await visitors.visit({ colorScheme: 'dark' })
  const sample = MAILS.find(({ kind }) => kind === 'payout_issued')
  if (!sample) throw new Error('there is no sample')
  await page.setContent(renderMail(sample.kind, sample.facts).html)
  const ground = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
  expect(await ground()).toBe('rgb(11, 18, 17)')
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await ground()).toBe('rgb(244, 247, 246)')
})
