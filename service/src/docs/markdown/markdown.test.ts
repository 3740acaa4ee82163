import { describe, expect, it } from 'vitest'
import { cellsOf, parseMarkdown } from './blocks.ts'
import { highlight } from './highlight.ts'
import { renderBlocks } from './html.ts'
import { plainText } from './inline.ts'

const htmlOf = (text: string): string =>
  renderBlocks(parseMarkdown(text), (href) => (href === 'gone' ? undefined : href))

describe('a page of Markdown', () => {
  it.each([
    ['# Title', '<h1 id="title">Title</h1>'],
    ['one\ntwo', '<p>one\ntwo</p>'],
    ['a **b** *c* `d` 2 * 3', '<p>a <strong>b</strong> <em>c</em> <code>d</code> 2 * 3</p>'],
    ['[x](/y) and [z](gone)', '<p><a href="/y">x</a> and z</p>'],
    ['- a\n- b\n  still b', '<ul><li>a</li><li>b\nstill b</li></ul>'],
    ['1. a\n2. b', '<ol><li>a</li><li>b</li></ol>'],
    ['- a\n  - inner\n- b', '<ul><li>a<ul><li>inner</li></ul></li><li>b</li></ul>'],
    ['> said', '<blockquote><p>said</p></blockquote>'],
    ['<!-- states -->\ntext', '<p>text</p>'],
    ['`a | b` \\* [not a link', '<p><code>a | b</code> * [not a link</p>'],
  ])('%j is %j', (text, html) => {
    expect(htmlOf(text)).toBe(html)
  })

  it('shows whatever is written as text: no markup of a document reaches the page', () => {
    const attack = '<script>alert(1)</script>'
    const page = [
      attack,
      `# ${attack}`,
      `\`${attack}\``,
      `\`\`\`sh\n${attack}\n\`\`\``,
      `| ${attack} |\n|---|\n| ${attack} |`,
    ]
    expect(htmlOf(page.join('\n\n'))).not.toContain('<script')
    expect(htmlOf('[x](/"onclick="y)')).toContain('href="/&quot;onclick=&quot;y"')
  })

  it('joins programs in several languages that follow each other, and no others', () => {
    const programs = ['sh', 'ts', 'python'].map((language) => `\`\`\`${language}\nx\n\`\`\``)
    expect(htmlOf(programs.join('\n\n')).match(/data-choose/g)).toHaveLength(3)
    expect(htmlOf(['```sh\nx\n```', '```sh\ny\n```'].join('\n\n'))).not.toContain('data-choose')
  })

  it('gives headings the anchors that GitHub gives them, each its own', () => {
    const ids = parseMarkdown('## What can’t go `wrong`?\n\n## A\n\n## A').map((block) => 'id' in block && block.id)
    expect(ids).toEqual(['what-cant-go-wrong', 'a', 'a-1'])
  })

  it('splits a row at bars, but not at those in code or after a backslash', () => {
    expect(cellsOf('| a | `b | c` | d \\| e |')).toEqual(['a', '`b | c`', 'd | e'])
  })

  it('has plain words for the search', () => {
    expect(plainText('a **b** `c < d` [e](f)')).toBe('a b c < d e')
  })
})

describe('highlight', () => {
  it('changes nothing but colours', () => {
    const code = `curl -u $KEY: "https://a/b" # c\nif true; then echo 'it''s' 12; fi`
    const text = highlight(code, 'sh')
      .replace(/<\/?span[^>]*>/g, '')
      .replaceAll('&quot;', '"')
    expect(text).toBe(code)
    expect(highlight(code, 'sh')).toContain('<span class="t-comment"># c</span>')
    expect(highlight('<b>', 'nothing')).toBe('&lt;b&gt;')
  })
})
