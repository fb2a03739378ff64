import { expect, it } from 'vitest'
import * as m from '@/messages/compiled/messages.js'
import { refreshResult } from './refresh-result'

it('says what came of a refresh', () => {
  const done = { isFailure: false, text: m.device_refreshed() }
  expect(refreshResult({ programme: 'synced', images: 'stored' })).toEqual(done)
  expect(refreshResult({ programme: 'synced', images: 'left-out' })).toEqual(done)
  expect(refreshResult({ programme: 'synced', images: 'failed' }).text).toBe(m.device_refresh_images_failed())
  expect(refreshResult({ programme: 'unreachable', images: 'left-out' }).text).toBe(
    m.device_refresh_unreachable(),
  )
  expect(refreshResult({ programme: 'failed', images: 'left-out' }).text).toBe(m.device_refresh_failed())
})
