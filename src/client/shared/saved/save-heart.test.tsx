import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { programmeEvent } from '@tests/support/offline/offline-programme'
import { SaveHeart } from './save-heart'

const event = programmeEvent('e', 1_800_000_000)
const device = vi.hoisted(() => ({
  ids: new Set<string>() as ReadonlySet<string> | 'unreadable',
  save: vi.fn<() => Promise<void>>(),
  remove: vi.fn<(id: string) => Promise<object>>(),
  restore: vi.fn<(record: object) => Promise<void>>(),
}))
vi.mock('@/client/shared/offline/page-programme', () => ({
  loadPageProgramme: async () => ({
    saved: { ...device, watchIds: (next: (ids: typeof device.ids) => void) => next(device.ids) },
  }),
}))
const toasts = vi.hoisted(() => ({ success: vi.fn(), error: vi.fn() }))
vi.mock('@/client/shared/notifications/toast', () => ({ toast: toasts }))

afterEach(() => {
  cleanup()
  vi.resetModules()
})

async function renderHeart(ids: typeof device.ids) {
  device.ids = ids
  const { SaveHeart: Heart } = (await import('./save-heart')) as { SaveHeart: typeof SaveHeart }
  render(<Heart event={event} />)
}

test('a heart is filled for what is on the disk, and not for what the device could not store', async () => {
  await renderHeart(new Set())
  const heart = screen.getByRole('button', { name: 'Save Event e' })
  device.save.mockRejectedValueOnce(new Error('full'))
  fireEvent.click(heart)
  await vi.waitFor(() => expect(toasts.error).toHaveBeenCalledWith('Can’t be saved here', expect.anything()))
  expect(heart.getAttribute('aria-pressed')).toBe('false')
})

test('a filled heart gives its event up, and the message takes that back', async () => {
  const record = { id: 'e' }
  device.remove.mockResolvedValueOnce(record)
  await renderHeart(new Set(['e']))
  await vi.waitFor(() => expect(screen.getByRole('button').getAttribute('aria-pressed')).toBe('true'))
  fireEvent.click(screen.getByRole('button'))
  await vi.waitFor(() => expect(toasts.success).toHaveBeenCalledWith('No longer saved.', expect.anything()))
  expect(device.remove).toHaveBeenCalledWith('e')
  const [, { action }] = toasts.success.mock.calls[0] as [string, { action: { onPress: () => void } }]
  action.onPress()
  await vi.waitFor(() => expect(device.restore).toHaveBeenCalledWith(record))
})
