import { describe, expect, it } from 'vitest'
import { wantsPage } from './wants-page.ts'

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8'

describe('a page is for', () => {
  it.each([
    ['a browser', 'GET', BROWSER, true],
    ['its preview', 'HEAD', BROWSER, true],
    ['letters of any case', 'GET', 'Text/HTML', true],
    ['HTML before JSON', 'GET', 'application/json;q=0.5, text/html', true],
    ['no curl', 'GET', '*/*', false],
    ['no program', 'GET', 'application/json', false],
    ['no program that would take HTML at worst', 'GET', 'application/json, text/html;q=0.1', false],
    ['nobody who refuses HTML', 'GET', 'text/html;q=0, */*', false],
    ['nobody who says nothing', 'GET', undefined, false],
    ['no form', 'POST', BROWSER, false],
  ])('%s', (_who, method, accept, wants) => {
    expect(wantsPage({ method, headers: accept === undefined ? {} : { accept } })).toBe(wants)
  })
})
