import { afterAll, describe, expect, it } from 'vitest'
import type { Receipt } from './content.ts'
import { createReceiptRenderer, PLACES } from './renderer.ts'

const renderer = createReceiptRenderer()
afterAll(() => renderer.close())

const receipt = (number: string): Receipt => ({
  enterprise: 'Acme',
  number,
  date: '2026-11-15 01:12 UTC',
  buyer: [],
  lines: [{ name: '山田太郎', quantity: '1', each: '$1.00', amount: '$1.00' }],
  total: '$1.00',
  card: 'Visa ending in 4242',
  paid: true,
})

describe('receipts', () => {
  it('that find every place taken are refused, and made when they come again', async () => {
    const asked = Array.from({ length: PLACES + 2 }, (_, nth) => renderer.render(receipt(`many ${nth}`)))
    const settled = await Promise.allSettled(asked)
    expect(settled.map(({ status }) => status)).toEqual([
      ...Array.from({ length: PLACES }, () => 'fulfilled'),
      'rejected',
      'rejected',
    ])
    expect(settled.at(-1)).toMatchObject({
      reason: { code: 'unavailable', status: 503, details: { headers: { 'retry-after': '1' } } },
    })
    expect((await renderer.render(receipt(`many ${PLACES}`))).subarray(0, 5).toString()).toBe('%PDF-')
  })

  it('that say the same are made once, however many ask at once', async () => {
    const all = await Promise.all(Array.from({ length: 10 * PLACES }, () => renderer.render(receipt('one'))))
    expect(new Set(all).size).toBe(1)
    expect(await renderer.render(receipt('one'))).toBe(all[0])
    expect(await renderer.render({ ...receipt('one'), enterprise: 'Acme & Sons' })).not.toBe(all[0])
  })

  it('that cannot be made are an error of their own, and take no place', async () => {
    const broken = { ...receipt('broken'), lines: [{}] } as unknown as Receipt
    for (let again = 0; again <= PLACES; again++) {
      await expect(renderer.render(broken)).rejects.toThrow('could not be made')
    }
    expect(await renderer.render(receipt('after'))).toBeInstanceOf(Buffer)
  })

  it('whose thread ended are refused, and a new one makes the next', async () => {
    const lost = renderer.render(receipt('lost'))
    const refused = expect(lost).rejects.toMatchObject({ code: 'unavailable' })
    await renderer.close()
    await refused
    expect(await renderer.render(receipt('lost'))).toBeInstanceOf(Buffer)
  })
})
