import { expect, it } from 'vitest'
import * as m from '@/messages/compiled/messages.js'
import type { RefreshReport } from './use-programme-actions'
import { refreshResult } from './use-programme-actions'

const textOf = (report: Partial<RefreshReport>) =>
  refreshResult({ programme: 'synced', images: 'stored', isShellComplete: true, ...report })

it('says what came of a refresh', () => {
  const done = { isFailure: false, text: m.device_refreshed() }
  expect(textOf({})).toEqual(done)
  expect(textOf({ images: 'left-out' })).toEqual(done)
  // The device has no worker.
  expect(textOf({ isShellComplete: undefined })).toEqual(done)
  expect(textOf({ images: 'failed' }).text).toBe(m.device_refresh_images_failed())
  expect(textOf({ images: 'failed', isShellComplete: false })).toEqual({
    isFailure: true,
    text: m.device_refresh_shell_failed(),
  })
  expect(textOf({ programme: 'unreachable', isShellComplete: false }).text).toBe(
    m.device_refresh_unreachable(),
  )
  expect(textOf({ programme: 'failed' }).text).toBe(m.device_refresh_failed())
})
