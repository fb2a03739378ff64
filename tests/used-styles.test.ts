import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { withoutUnusedTokens, withUsedOnly } from '../tools/bundle/used-styles'

const folder = mkdtempSync(join(tmpdir(), 'events-styles-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('leaves the utilities and conditions that no source names, by its name or a shorthand, out of a preset', () => {
  writeFileSync(join(folder, 'card.tsx'), `css({ bg: 'red', display: 'grid', _hover: { color: 'blue' } })`)
  writeFileSync(join(folder, 'card.test.tsx'), `css({ float: 'left', _disabled: {} })`)
  const preset = {
    name: 'base',
    utilities: {
      background: { className: 'bg', shorthand: ['bg'] },
      display: { className: 'd' },
      float: { className: 'float' },
    },
    globalCss: { '*': { '--blur': 'none' } },
    conditions: { hover: '&:hover', disabled: '&:disabled' },
  }
  const used = withUsedOnly(preset, folder)
  expect(Object.keys(used.utilities)).toEqual(['background', 'display'])
  expect(Object.keys(used.conditions)).toEqual(['hover'])
  expect(used.globalCss).toEqual({})
  expect(used.name).toBe('base')
})

it('leaves the tokens that neither the sheet nor a source reads out of the sheet', () => {
  writeFileSync(join(folder, 'map.tsx'), `<path fill="var(--colors-sand)" />`)
  const kept = String.raw`:root{--spacing-1\.5:6px;--colors-sand: #fff;`
  const rules = String.raw`}.a{--bg:0;gap:var(--spacing-1\.5)}`
  expect(withoutUnusedTokens(`${kept}--spacing-9:36px;--sizes-2:8px;${rules}`, folder)).toBe(kept + rules)
})
