import { runInNewContext } from 'node:vm'
import { afterEach, expect, it, vi } from 'vitest'
import { DEFAULT_SETTINGS, settings, settingsScript, type Settings } from './settings'

afterEach(() => vi.unstubAllGlobals())

it('of another version keep the defaults of what it does not know, and what it knows alone harms nobody', () => {
  vi.stubGlobal('SETTINGS', { googleMapsKey: 'a key', ofTomorrow: { nested: true } })
  expect(settings()).toMatchObject({ googleMapsKey: 'a key', minFillMs: 3000 })
  expect(settings().apiBase).toBeUndefined()
})

it('arrive as they are, and nobody changes them afterwards', () => {
  const given: Settings = { ...DEFAULT_SETTINGS, apiBase: '/api/v2', googleMapsKey: `"'\\\u2028\n` }
  const page: { SETTINGS?: Settings } = {}
  runInNewContext(settingsScript(given), page)
  expect({ ...page.SETTINGS }).toEqual(given)
  expect(Object.isFrozen(page.SETTINGS)).toBe(true)
})

it('end no script element and begin no comment, whatever they say', () => {
  const script = settingsScript({ ...DEFAULT_SETTINGS, googleMapsKey: '</script><!--\u2028\u2029' })
  expect(script).not.toMatch(/[<\u2028\u2029]/)
  expect(script).toContain(String.raw`\u003c/script>\u003c!--\u2028\u2029`)
})
