import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { desk, press, refused, serve } from '@/client/back-office/shared/back-office.fixture'
import { Route as NotificationsRoute } from '@/client/back-office/notifications/notifications-route'
import { Route } from './devices-route'

const open = desk({ '/backoffice/devices': Route, '/backoffice/notifications': NotificationsRoute })

const device = {
  id: '0b0a5a3e-0000-4000-8000-00000000000d',
  device_id: '0b0a5a3e-0000-4000-8000-00000000000e',
  device_token: 'f'.repeat(64),
  created_at: 1_781_517_600,
  updated_at: 1_781_604_000,
}
const notification = {
  id: '0b0a5a3e-0000-4000-8000-00000000000f',
  title: 'Your event is published: the long one of tonight',
  body: 'Everybody can see “Fado at the harbour” now, on the page and in the app.',
  data: { event_id: 'x', deep: [1, null] },
  created_at: 1_781_517_600,
  updated_at: 1_781_517_600,
}
const DATA = '{\n  "event_id": "x",\n  "deep": [\n    1,\n    null\n  ]\n}'
const DAYS = ['Mon, Jun 15, 2026 11:00 AM', 'Tue, Jun 16, 2026 11:00 AM']

test.each([
  [
    'devices',
    device,
    [device.device_id.slice(0, 20), 'f'.repeat(30)],
    [device.id, device.device_id, device.device_token, ...DAYS],
  ],
  [
    'notifications',
    notification,
    ['Your event is published: the l', 'Everybody can see “Fado at the harbour” now, on th'],
    [notification.title, notification.body, DATA],
  ],
])('a row of %s is cut, and whole in its details', async (page, record, cut, whole) => {
  serve(() => ({ items: [record], has_more: false }))
  open(`/backoffice/${page}`)
  for (const text of cut) await screen.findByText(`${text}…`)
  await press(/^Details of/)
  const dialog = await screen.findByRole('dialog')
  const shown = within(dialog)
    .getAllByRole('definition')
    .map(({ textContent }) => textContent)
  expect(shown).toEqual(expect.arrayContaining(whole))
})

test('a device that a later page has again, as newer ones came, is one row', async () => {
  serve(({ query }) => {
    const isFirst = query.get('page') === '1'
    const ids = isFirst ? ['a', 'b'] : ['b', 'c']
    return { items: ids.map((id) => ({ ...device, id })), has_more: isFirst }
  })
  open('/backoffice/devices')
  await press('Show more')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull())
  expect(screen.getAllByRole('button', { name: /^Details of device/ })).toHaveLength(3)
})

test('a list that the server refuses says why, on its first page and on a later one', async () => {
  let isRefused = true
  serve(({ query }) =>
    isRefused || query.get('page') !== '1'
      ? refused('TOO_MANY_REQUESTS')
      : { items: [device], has_more: true },
  )
  open('/backoffice/devices')
  const why = 'Too many requests. Please wait a moment and try again.'
  expect((await screen.findByRole('alert')).textContent).toContain(why)
  isRefused = false
  await press('Try again')
  await press('Show more')
  expect((await screen.findByRole('alert')).textContent).toContain(why)
})
