import { afterEach, expect, test, vi } from 'vitest'
import { neededHere } from './needed-here'

const SHELL = [{ url: 'index.html', revision: '1' }, 'assets/index-1.js']
const POLYFILL = { url: 'assets/temporal-polyfill-2.js', revision: null }

afterEach(() => vi.unstubAllGlobals())

test('the polyfill of Temporal is precached where the browser has none', () => {
  vi.stubGlobal('Temporal', {})
  expect(neededHere([...SHELL, POLYFILL])).toEqual(SHELL)
  Reflect.deleteProperty(globalThis, 'Temporal')
  expect(neededHere([...SHELL, POLYFILL])).toEqual([...SHELL, POLYFILL])
})
