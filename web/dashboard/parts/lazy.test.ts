import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { lazy } from './lazy.tsx'

const Page = ({ name }: { readonly name: string }) => createElement('h1', null, name)

describe('a lazy component', () => {
  it('is drawn at once when its code is loaded', async () => {
    const Payouts = lazy(async () => ({ default: Page }))
    expect(renderToString(createElement(Payouts, { name: 'Payouts' }))).toBe('')
    await Payouts.preload()
    expect(renderToString(createElement(Payouts, { name: 'Payouts' }))).toBe('<h1>Payouts</h1>')
  })

  it('is fetched once, however often it is preloaded', async () => {
    let fetched = 0
    const Payouts = lazy(async () => {
      fetched++
      return { default: Page }
    })
    await Promise.all([Payouts.preload(), Payouts.preload()])
    await Payouts.preload()
    expect(fetched).toBe(1)
  })

  it('is fetched again after a failure, and a preload never rejects', async () => {
    const answers = [Promise.reject(new Error('offline')), Promise.resolve({ default: Page })]
    const Payouts = lazy(() => answers.shift() as Promise<{ default: typeof Page }>)
    await Payouts.preload()
    expect(renderToString(createElement(Payouts, { name: 'Payouts' }))).toBe('')
    await Payouts.preload()
    expect(renderToString(createElement(Payouts, { name: 'Payouts' }))).toBe('<h1>Payouts</h1>')
  })
})
