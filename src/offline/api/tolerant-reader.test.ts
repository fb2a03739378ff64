import { describe, expect, it } from 'vitest'
import {
  confirmEmail,
  register,
  requestPasswordReset,
  validateResetToken,
  login,
  refresh,
  userSchema,
} from '@/contract/accounts/auth'
import {
  listOwnEvents,
  changePassword,
  getProfile,
  setAppleDevice,
  updateProfile,
} from '@/contract/accounts/profile'
import { listContactForms, sendSupportMessage } from '@/contract/contact-forms'
import {
  deleteEvents,
  reviewEvents,
  updateEvent,
  countBackOfficeEvents,
  getBackOfficeEvent,
  listBackOfficeEvents,
  reviewEvent,
} from '@/contract/back-office/back-office-events'
import {
  countUsers,
  getUser,
  listDevices,
  listNotifications,
  listUsers,
} from '@/contract/back-office/back-office-people'
import { createTag, listBackOfficeTags, renameTag } from '@/contract/back-office/back-office-tags'
import type { Endpoint } from '@/contract/endpoint'
import { getEvent, listEvents, listTags, listUsedTags, submitEvent } from '@/contract/events/events'
import { readReply } from './api-client'

const NOW = 1_781_546_400
const PAIR = { token: 'secret', expires_at: NOW }
const STAMPS = { created_at: NOW, updated_at: NOW }
const TAG = { id: '7', key: 'surf', name: 'Surf' }
const TIMES = { start_time: NOW, end_time: NOW + 3600, is_all_day: false }
const EVENT = {
  id: '1',
  title: 'Sunset sessions',
  description: 'Three bands on the beach',
  ...TIMES,
  location_name: 'Praia do Sul',
  latitude: 38.9,
  longitude: -9.4,
  tags: [TAG],
  info_links: [],
}
const REVIEWED = {
  ...EVENT,
  status: 'PUBLISHED',
  timetable: {
    list: [{ start_time: '2026-06-15 19:00:00', end_time: '2026-06-15 20:00:00', is_all_day: false }],
  },
  schedules: [TIMES],
  user_id: '4',
  ...STAMPS,
}
const USER = { id: '4', name: 'Ana', email: 'ana@example.com', role: 'USER', ...STAMPS }

/** Another server keeps rules 3 and 7 and no more: its reply, and beside it what is read of that. */
const ROWS: readonly (readonly [endpoint: Endpoint, data: object, added?: object])[] = [
  [register, {}],
  [
    login,
    { access_token: PAIR, refresh_token: PAIR, user: { email: 'ana@example.com', role: 'ADMIN' } },
    { user: { id: 'ana@example.com', name: 'ana@example.com', email: 'ana@example.com', role: 'ADMIN' } },
  ],
  [
    login,
    { access_token: PAIR, refresh_token: PAIR, user: { email: 'ana@example.com', role: 'user' } },
    { user: expect.objectContaining({ role: 'USER' }) },
  ],
  [refresh, { access_token: PAIR, refresh_token: PAIR }],
  [changePassword, {}],
  [updateProfile, {}],
  [confirmEmail, {}],
  [requestPasswordReset, {}],
  [validateResetToken, { valid: true }],
  [setAppleDevice, {}],
  [
    getProfile,
    { name: 'Ana', email: 'ana@example.com', isAppleConnected: false, isGoogleConnected: true },
    { id: 'ana@example.com', role: 'USER', created_at: 0, updated_at: 0 },
  ],
  [
    updateProfile,
    { name: 'Ana', email: 'ana@example.com', isAppleConnected: false, isGoogleConnected: true },
  ],
  [listEvents, { data: [EVENT], has_more: true }, { items: [EVENT] }],
  [listEvents, { items: [EVENT], has_more: true }],
  [listTags, [{ key: 'surf', name: 'Surf' }], { items: [{ id: '', key: 'surf', name: 'Surf' }] }],
  [
    listUsedTags,
    [{ key: 'surf', name: 'Surf' }],
    { items: [{ id: '', key: 'surf', name: 'Surf', count: 0 }] },
  ],
  [getEvent, { data: EVENT }, { ...EVENT, schedules: [TIMES] }],
  [submitEvent, { id: '1' }],
  [
    listOwnEvents,
    {
      items: [
        { id: '1', title: 'Sunset', location_name: 'Praia do Sul', status: 'ON_REVIEW', created_at: NOW },
      ],
      has_more: false,
    },
  ],
  [sendSupportMessage, { id: '1', created_at: NOW }],
  [
    listBackOfficeEvents,
    { items: [REVIEWED], has_more: false },
    { items: [{ ...REVIEWED, email: '', duplicates: [], revision: 0 }] },
  ],
  [countBackOfficeEvents, { on_review: 1, published: 2, rejected: 3 }],
  [getBackOfficeEvent, { data: REVIEWED }, { ...REVIEWED, revision: 0 }],
  [listBackOfficeTags, [TAG], { items: [{ ...TAG, count: 0 }] }],
  [listUsers, { items: [USER], has_more: false }],
  [countUsers, { users: 1, admins: 2 }],
  [getUser, USER],
  [
    listDevices,
    { items: [{ id: '1', device_id: 'iPhone', device_token: 'abc', ...STAMPS }], has_more: false },
  ],
  [
    listNotifications,
    { items: [{ id: '1', title: 'Approved', body: 'It is on.', data: {}, ...STAMPS }], has_more: false },
  ],
  [
    listContactForms,
    {
      items: [
        {
          id: '1',
          first_name: 'Ana',
          last_name: 'Silva',
          email: 'ana@example.com',
          topic: 'Feedback',
          message: 'Thank you',
          created_at: NOW,
        },
      ],
    },
    { items: [expect.objectContaining({ locale: 'en' })] },
  ],
]

describe('a server that says no more than the rules ask', () => {
  it.each(ROWS.map((row) => [`${row[0].method} ${row[0].path}`, ...row] as const))(
    'is read: %s',
    (_, endpoint, data, added = {}) => {
      const read = readReply(endpoint.reply, { data })
      expect(read).toBeDefined()
      expect(read?.data).toMatchObject(added)
    },
  )

  it('is refused where it says nothing that can be shown', () => {
    for (const data of [null, [], {}, 'text', { data: null }])
      expect(readReply(getEvent.reply, { data })).toBeUndefined()
    expect(readReply(submitEvent.reply, { data: { ok: true } })).toBeUndefined()
    expect(userSchema.safeParse(null).success).toBe(false)
  })
})

describe('a write of the back office', () => {
  it.each([reviewEvents, deleteEvents, reviewEvent, updateEvent, createTag, renameTag])(
    'is done whatever the reply is: $method $path',
    ({ reply }) => {
      for (const data of [{}, null, { message: 'Done' }, [], true])
        expect(readReply(reply, { data })).toEqual({ data: undefined })
      expect(readReply(reply, undefined), 'no reply of ours').toBeUndefined()
    },
  )

  it('is read where the reply says more, under data.data too', () => {
    const batch = { done: ['1'], failed: ['2'] }
    for (const data of [batch, { data: batch }])
      expect(readReply(reviewEvents.reply, { data })).toEqual({ data: batch })
    expect(readReply(updateEvent.reply, { data: { data: REVIEWED } })?.data).toMatchObject(REVIEWED)
    const profile = {
      name: 'Ana',
      email: 'ana@example.com',
      isAppleConnected: false,
      isGoogleConnected: true,
    }
    expect(readReply(updateProfile.reply, { data: { data: profile } })?.data).toMatchObject(profile)
  })
})

function readBlock(start_time: unknown, end_time: unknown, is_all_day = false): unknown {
  const timetable = { list: [{ start_time, end_time, is_all_day }] }
  return readReply(getBackOfficeEvent.reply, { data: { ...REVIEWED, timetable } })?.data
}

describe('the time of a stored block', () => {
  it.each([
    ['epoch seconds', NOW, NOW + 3600, '2026-06-15 19:00:00', '2026-06-15 20:00:00'],
    ['ISO text', '2026-06-15T18:00:00Z', '2026-06-15T20:00', '2026-06-15 19:00:00', '2026-06-15 20:00:00'],
    ['the hour that March skips', '2026-03-29 01:30:00', '', '2026-03-29 01:30:00', ''],
  ])('is village time, from %s', (_, start, end, start_time, end_time) => {
    expect(readBlock(start, end)).toMatchObject({ timetable: { list: [{ start_time, end_time }] } })
  })
})

describe('null', () => {
  it('counts as missing where a value is optional, in a list too', () => {
    const item = { ...EVENT, photo: null, thumbnail: null, price: null, info_url: null }
    const read = readReply(listEvents.reply, { data: { items: [item], has_more: false } })
    expect(read).toEqual({ data: { items: [EVENT], has_more: false } })
  })
})
