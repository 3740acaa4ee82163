import { describe, expect, it } from 'vitest'
import { splitHosts } from './host-list.ts'

describe('a database address', () => {
  it.each([
    ['postgres://u:p@a/d', ['postgres://u:p@a/d']],
    ['postgres://u:p@a:5432,b:5433/d', ['postgres://u:p@a:5432/d', 'postgres://u:p@b:5433/d']],
    [
      'postgresql://u@[::1]:5432,[fe80::1]/d?sslmode=require',
      [
        'postgresql://u@[::1]:5432/d?sslmode=require&uselibpqcompat=true',
        'postgresql://u@[fe80::1]/d?sslmode=require&uselibpqcompat=true',
      ],
    ],
    ['postgres://a,b/d', ['postgres://a/d', 'postgres://b/d']],
    ['postgres://u:p@/d', ['postgres://u:p@/d']],
    [
      'postgres://u:p@/d?host=/run/a,/run/b',
      ['postgres://u:p@/d?host=%2Frun%2Fa', 'postgres://u:p@/d?host=%2Frun%2Fb'],
    ],
    ['postgres://u@/d?host=a,b&port=1,2', ['postgres://u@/d?host=a&port=1', 'postgres://u@/d?host=b&port=2']],
    ['postgres://u@/d?host=a,b&port=7', ['postgres://u@/d?host=a&port=7', 'postgres://u@/d?host=b&port=7']],
    ['postgres://u:p@a,b/d?target_session_attrs=read-write', ['postgres://u:p@a/d', 'postgres://u:p@b/d']],
  ])('%s has the hosts of its list', (url, urls) => {
    expect(splitHosts(url).urls).toEqual(urls)
  })

  it('keeps its options apart, which stand before ours', () => {
    expect(splitHosts('postgres://u@a,b/d?options=-c%20geqo%3Doff')).toEqual({
      urls: ['postgres://u@a/d', 'postgres://u@b/d'],
      options: '-c geqo=off',
    })
  })

  it('that asks for a host without writes is refused', () => {
    expect(() => splitHosts('postgres://u:secret@a,b/d?target_session_attrs=standby')).toThrow(
      'target_session_attrs of DATABASE_URL must be read-write, not `standby`: the service writes.',
    )
  })
})
