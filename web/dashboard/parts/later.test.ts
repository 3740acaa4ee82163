import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { later } from './later.tsx'

const Page = ({ name }: { readonly name: string }) => createElement('h1', null, name)

describe('code that comes later', () => {
  it('is drawn at once when it is already here', async () => {
    const Payouts = later(async () => ({ default: Page }))
    expect(renderToString(createElement(Payouts, { name: 'Payouts' }))).toBe('')
    await Payouts.foresee()
    expect(renderToString(createElement(Payouts, { name: 'Payouts' }))).toBe('<h1>Payouts</h1>')
  })

  it('is fetched once, however many foresee it', async () => {
    let fetched = 0
    const Payouts = later(async () => {
      fetched++
      return { default: Page }
    })
    await Promise.all([Payouts.foresee(), Payouts.foresee()])
    await Payouts.foresee()
    expect(fetched).toBe(1)
  })

  it('is fetched again after a failure, of which foresight says nothing', async () => {
    const answers = [Promise.reject(new Error('no line')), Promise.resolve({ default: Page })]
    const Payouts = later(() => answers.shift() as Promise<{ default: typeof Page }>)
    await Payouts.foresee()
    expect(renderToString(createElement(Payouts, { name: 'Payouts' }))).toBe('')
    await Payouts.foresee()
    expect(renderToString(createElement(Payouts, { name: 'Payouts' }))).toBe('<h1>Payouts</h1>')
  })
})
