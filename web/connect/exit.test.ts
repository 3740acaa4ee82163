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

/** Android's JavaScript bridge: a method exists only with the number of arguments that it was declared with. */
const bridge = (count: number, heard: unknown[]) => ({
  postMessage(...args: unknown[]) {
    if (args.length !== count) throw new Error('Error invoking postMessage: Method not found')
    heard.push(args[0])
  },
})

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

  it('is posted to the handlers of iOS and React Native with one argument, to that of Android with two', () => {
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
    expect(heard).toEqual([
      ['ios', 'connect_exit'],
      ['android', 'connect_exit', []],
      ['react', 'connect_exit'],
    ])
  })

  it.each([1, 2])(
    'reaches an Android bridge whose method has %i arguments, which throws at any other number',
    (count) => {
      const heard: unknown[] = []
      const { host } = createHost({ connectMessageHandler: bridge(count, heard) })
      sayExit(EMBED, host)
      expect(heard).toEqual(['connect_exit'])
    },
  )

  it('stops no page when every host throws, and reaches the hosts after one that does', async () => {
    const broken = {
      postMessage: () => {
        throw new Error('Java exception was raised during method invocation')
      },
    }
    const rejecting = { postMessage: () => Promise.reject(new Error('no reply')) }
    const { poster, heard } = createHost({})
    const { host } = createHost({
      webkit: { messageHandlers: { connectMessageHandler: rejecting } },
      connectMessageHandler: broken,
      ReactNativeWebView: poster('react'),
    })
    expect(() => sayExit(EMBED, host)).not.toThrow()
    expect(heard).toEqual([['react', 'connect_exit']])
    const framed = createHost({}, 'https://app.example.com').host as unknown as { parent: unknown }
    framed.parent = broken
    expect(() => sayExit(EMBED, framed as unknown as Host)).not.toThrow()
  })

  it('is posted to nobody on a page of its own', () => {
    const { host, heard } = createHost({})
    expect(isEmbedded(host)).toBe(false)
    sayExit(EMBED, host)
    expect(heard).toEqual([])
  })
})
