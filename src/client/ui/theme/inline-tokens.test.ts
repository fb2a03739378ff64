import { describe, expect, it } from 'vitest'
import { cssVarOrConstant, dropConstants } from '@/client/ui/theme/inline-tokens'

describe('the tokens in the style sheet', () => {
  it('stay variables where a theme changes them', () => {
    expect(cssVarOrConstant(['colors', 'fg', 'onAccent'])).toEqual({
      var: '--colors-fg-on-accent',
      ref: 'var(--colors-fg-on-accent)',
    })
  })

  it('become plain values where nothing changes them', () => {
    expect(cssVarOrConstant(['spacing', '1.5']).ref).toBe('0.375rem')
    expect(cssVarOrConstant(['zIndex', 'header']).ref).toBe('20')
  })

  it('lose the declarations that nobody refers to any more, and no other', () => {
    const css =
      ':root {\n  --spacing-1: 0.25rem;\n  --font-sizes-md: 1rem;\n  --colors-accent: red;\n  --fonts-body: serif;\n}'
    expect(dropConstants(css)).toBe(':root {\n  --colors-accent: red;\n  --fonts-body: serif;\n}')
  })
})
