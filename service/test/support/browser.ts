import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import { afterAll, beforeAll, expect, inject, onTestFinished } from 'vitest'

export const PHONE = { width: 390, height: 844 }
export const FRAME = { width: 600, height: 800 }
export const DESKTOP = { width: 1280, height: 900 }

export interface Visiting extends BrowserContextOptions {
  /** Hosts beside the service's own that the test itself brings into play. */
  readonly others?: readonly string[]
  /** A refusal that the test is about, and the browser reports. */
  readonly expected?: RegExp
}

/** Visitors of a test file, each in a browser context of their own. */
export interface Visitors {
  visit(options?: Visiting): Promise<Page>
}

/**
 * Every visit also proves, when its test ends, that the pages broke nothing: no script error, no violation of the
 * Content-Security-Policy, no request to another host.
 */
export function receiveVisitors(): Visitors {
  let browser: Browser
  beforeAll(async () => {
    browser = await chromium.connect(inject('browserUrl'))
  })
  afterAll(() => browser.close())
  return {
    async visit({ others = [], expected, ...options } = {}) {
      const context = await browser.newContext({ viewport: PHONE, reducedMotion: 'reduce', ...options })
      context.setDefaultTimeout(60_000)
      const faults = watch(context, others)
      onTestFinished(async () => {
        await context.close()
        expect(faults.filter((fault) => !expected?.test(fault))).toEqual([])
      })
      return context.newPage()
    },
  }
}

function watch(context: BrowserContext, others: readonly string[]): string[] {
  const faults: string[] = []
  const known = ['127.0.0.1', 'localhost', ...others]
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url())
    if (/^https?:$/.test(protocol) && !known.includes(hostname)) faults.push(`asked ${hostname}`)
  })
  context.on('weberror', (error) => faults.push(`threw ${error.error().message}`))
  context.on('console', (message) => {
    // A refusal by the service is no fault of the page; the browser logs each as one.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      faults.push(`logged ${message.text()}`)
    }
  })
  return faults
}

/**
 * A script that puts a web view's message object on the window. As Android's bridge does, the object throws when its method
 * is called with another number of arguments. Messages are kept in `window.heard`.
 */
export const webView = (path: string, count: number): string => `
  window.heard = []
  const names = ${JSON.stringify(path)}.split('.')
  const last = names.pop()
  let object = window
  for (const name of names) object = object[name] ??= {}
  object[last] = {
    postMessage(...args) {
      if (args.length !== ${count}) throw new Error('Method not found')
      window.heard.push(args[0])
    },
  }`
