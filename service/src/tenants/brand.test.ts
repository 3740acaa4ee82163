import { describe, expect, it } from 'vitest'
import { colorFault, contrastWithWhite } from '../../../contracts/brand.ts'

describe('a colour under white text', () => {
  it('has the contrast that WCAG computes', () => {
    expect(contrastWithWhite('#000000')).toBeCloseTo(21, 5)
    expect(contrastWithWhite('#FFFFFF')).toBeCloseTo(1, 5)
    expect(contrastWithWhite('#777777')).toBeCloseTo(4.478, 2)
    expect(contrastWithWhite('#767676')).toBeCloseTo(4.542, 2)
  })

  it('is taken from 4.5 to 1 on', () => {
    expect(colorFault('#767676')).toBeUndefined()
    expect(colorFault('#777777')).toMatch(/4\.4 to 1/)
    for (const wrong of ['', 'red', '#12', '#1234567', '#gggggg']) expect(colorFault(wrong)).toMatch(/hexadecimal/)
  })
})
