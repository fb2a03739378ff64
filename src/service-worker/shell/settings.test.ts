import { runInNewContext } from 'node:vm'
import { afterEach, expect, test, vi } from 'vitest'
import { DEFAULT_SETTINGS, SETTINGS_PATH } from '@/contract/settings'
import { importSettings, revisedBySettings } from './settings'

afterEach(() => vi.unstubAllGlobals())

/** A worker that the browser has installed: `imported` are the scripts that its evaluation has fetched. */
function workerScope(importScripts = (_path: string) => {}) {
  const imported: string[] = []
  const scope = Object.assign(new EventTarget(), {
    location: new URL('https://guide.test/sw.js'),
    importScripts: (path: string) => {
      imported.push(path)
      importScripts(path)
    },
  })
  importSettings(scope as unknown as ServiceWorkerGlobalScope)
  const responseTo = async (url: string) => {
    let response: Promise<Response> | undefined
    const respondWith = (given: Response | Promise<Response>) => void (response = Promise.resolve(given))
    scope.dispatchEvent(Object.assign(new Event('fetch'), { request: new Request(url), respondWith }))
    return response
  }
  return { imported, responseTo }
}

test('the worker imports the settings and gives them to the shell of its version', async () => {
  vi.stubGlobal('SETTINGS', { googleMapsKey: 'a key' })
  const { imported, responseTo } = workerScope()
  expect(imported).toEqual([SETTINGS_PATH])
  const response = await responseTo(`https://guide.test${SETTINGS_PATH}`)
  expect(response?.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  const page: { SETTINGS?: object } = {}
  runInNewContext((await response?.text()) ?? '', page)
  expect({ ...page.SETTINGS }).toEqual({ ...DEFAULT_SETTINGS, googleMapsKey: 'a key' })
})

test('it leaves alone what is not its own', async () => {
  const { responseTo } = workerScope()
  expect(await responseTo('https://guide.test/settings.json')).toBeUndefined()
  expect(await responseTo(`https://elsewhere.test${SETTINGS_PATH}`)).toBeUndefined()
})

test('a worker that cannot have them is not installed', () => {
  expect(() =>
    workerScope(() => {
      throw new DOMException('', 'NetworkError')
    }),
  ).toThrow(DOMException)
})

test('with other settings the shell is fetched anew, and nothing else is', () => {
  const manifest = [
    { url: 'index.html', revision: '1' },
    { url: 'favicon.svg', revision: '2' },
    'assets/index-1.js',
  ]
  const [shell, ...others] = revisedBySettings(manifest)
  expect(others).toEqual(manifest.slice(1))
  expect(revisedBySettings(manifest)[0]).toEqual(shell)
  vi.stubGlobal('SETTINGS', { googleMapsKey: 'a key' })
  expect(revisedBySettings(manifest)[0]).not.toEqual(shell)
})
