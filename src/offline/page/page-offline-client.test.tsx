import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { programmeEvent } from '@tests/support/offline/offline-programme'
import { pageOfflineClient } from './page-offline-client'

afterEach(() => Reflect.deleteProperty(navigator, 'storage'))

test('the browser is asked to keep what a person saves at the first one, not before and not again', async () => {
  const persist = vi.fn(async () => true)
  Object.defineProperty(navigator, 'storage', { configurable: true, value: { persist } })
  const { saved } = pageOfflineClient()
  expect(persist).not.toHaveBeenCalled()
  await saved.save([{ event: programmeEvent('first', 1_900_000_000) }])
  expect(persist).toHaveBeenCalledTimes(1)
  await saved.save([{ event: programmeEvent('second', 1_900_000_000) }])
  expect(persist).toHaveBeenCalledTimes(1)
})
