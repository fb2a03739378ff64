import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inRouter } from '@tests/support/in-router'
import { fado } from '../event.fixture'

import { ReminderDialog } from './reminder-dialog'

const DAY = '2026-07-04'

const device = vi.hoisted(() => ({
  known: [] as string[],
  set: vi.fn<(reminder: unknown) => Promise<string>>(),
  refresh: vi.fn<() => Promise<string>>(),
}))
vi.mock('@/client/shared/offline/offline-client', () => {
  const reminders = {
    of: async () => device.known,
    set: device.set,
    refresh: device.refresh,
  }
  const client = { push: { reminders } }
  return { loadOfflineClient: async () => client, useOfflineClient: () => client }
})

const asked = vi.fn<() => Promise<NotificationPermission>>()

beforeEach(() => {
  // It is two days before: each of the three can still come.
  vi.useFakeTimers({ now: (fado.start_time - 2 * 86_400) * 1000, toFake: ['Date'] })
  vi.stubGlobal('PushManager', vi.fn())
  vi.stubGlobal('Notification', { permission: 'default', requestPermission: asked })
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: {} })
  asked.mockResolvedValue('granted')
  device.known = []
  device.set.mockResolvedValue('on')
  device.refresh.mockResolvedValue('same')
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  for (const mock of [asked, device.set, device.refresh]) mock.mockReset()
})

async function open(event = fado) {
  render(await inRouter(<ReminderDialog event={event} day={DAY} onClose={vi.fn()} />))
}
async function choose(label: RegExp) {
  const box = screen.getByRole('checkbox', { name: label })
  // The box itself is checked at once; its label says what the dialog knows.
  const state = () => box.closest('label')?.dataset['state']
  const before = state()
  fireEvent.click(box)
  await vi.waitFor(() => expect(state()).not.toBe(before))
}
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }))
/** The browser is asked in between, which is told as well. */
const told = (text: string) =>
  vi.waitFor(() => expect(screen.getByRole('status').textContent).toContain(text))
const checked = () => screen.queryAllByRole<HTMLInputElement>('checkbox').map((box) => box.checked)

test.each<[NotificationPermission, string]>([
  ['denied', 'Your browser is blocking notifications'],
  ['default', 'without your permission'],
])('nothing is set where the browser answers “%s”, and what was chosen stays', async (answer, text) => {
  asked.mockResolvedValue(answer)
  await open()
  await choose(/^The evening before/)
  save()
  await told(text)
  expect(device.set).not.toHaveBeenCalled()
  expect(checked()).toEqual([false, true, false])
  expect(screen.getByRole('link', { name: 'Calendar file' })).toBeTruthy()
})

test('a browser without push offers the calendar file alone', async () => {
  Reflect.deleteProperty(navigator, 'serviceWorker')
  await open()
  expect(screen.queryAllByRole('checkbox')).toEqual([])
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  expect(screen.getByRole('status').textContent).toContain('This browser can’t receive notifications.')
  const file = screen.getByRole('link', { name: 'Calendar file' }).getAttribute('href')
  expect(file).toBe(`/events/${fado.id}.ics?date=${DAY}&lang=en`)
})
