import { describe, expect, it } from 'vitest'
import { exitOrigins, isEmbedded, sayExit } from './exit.ts'

const EMBED = { origins: ['https://app.example.com'], loopback: false }
type Host = NonNullable<Parameters<typeof sayExit>[1]>

/** A window with the given host objects, and the messages that were posted to them. */
function createHost(extra: object, framedBy?: string) {
  const heard: unknown[] = []
  const poster = (who: string) => ({ postMessage: (...message: unknown[]) => heard.push([who, ...message]) })
  const host = {
    location: { ancestorOrigins: framedBy ? [framedBy] : [] },
    document: { referrer: '' },
    ...extra,
  } as unknown as { parent: unknown }
  host.parent = framedBy ? poster('parent') : host
  return { host: host as unknown as Host, heard, poster }
}

describe('the exit message', () => {
  it('goes to the registered origins alone, never to whoever happens to frame the page', () => {
    expect(exitOrigins(EMBED, 'https://elsewhere.example')).toEqual(['https://app.example.com'])
    expect(exitOrigins(EMBED, 'http://localhost:3000')).toEqual(['https://app.example.com'])
  })

  it('goes to a loopback page that frames it where those need no registration', () => {
    const sandbox = { origins: [], loopback: true }
    expect(exitOrigins(sandbox, 'http://localhost:3000')).toEqual(['http://localhost:3000'])
    expect(exitOrigins(sandbox, 'http://127.0.0.1:3000')).toEqual(['http://127.0.0.1:3000'])
    for (const origin of ['http://localhost.example.com', 'https://elsewhere.example', undefined]) {
      expect(exitOrigins(sandbox, origin)).toEqual([])
    }
  })

  it('is posted to the parent window with that origin', () => {
    const { host, heard } = createHost({}, 'https://app.example.com')
    sayExit(EMBED, host)
    expect(heard).toEqual([['parent', 'connect_exit', 'https://app.example.com']])
  })

  it('is posted to the handlers of iOS, Android and React Native', () => {
    const { poster, heard } = createHost({})
    const handlers: Record<string, object> = {
      ios: { webkit: { messageHandlers: { connectMessageHandler: poster('ios') } } },
      android: { connectMessageHandler: poster('android') },
      react: { ReactNativeWebView: poster('react') },
    }
    for (const extra of Object.values(handlers)) {
      const { host } = createHost(extra)
      expect(isEmbedded(host)).toBe(true)
      sayExit(EMBED, host)
    }
    expect(heard).toEqual(Object.keys(handlers).map((who) => [who, 'connect_exit']))
  })

  it('is posted to nobody on a page of its own', () => {
    const { host, heard } = createHost({})
    expect(isEmbedded(host)).toBe(false)
    sayExit(EMBED, host)
    expect(heard).toEqual([])
  })
})
