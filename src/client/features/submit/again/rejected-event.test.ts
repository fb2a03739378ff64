import { expect, test } from 'vitest'
import { toSubmission } from '@/client/shared/event-form/form-values'
import type { OwnSubmission } from '@/contract/accounts/own-events'
import { submission } from '@tests/support/server/submissions'
import { fromOwnSubmission } from './rejected-event'

function own(changes: Partial<OwnSubmission> = {}): OwnSubmission {
  const { tag_keys, photo: _, website: __, filled_in_ms: ___, ...rest } = submission()
  return {
    id: '0b0a5a3e-0000-4000-8000-000000000001',
    status: 'REJECTED',
    created_at: 0,
    updated_at: 0,
    has_photo: false,
    tags: tag_keys.map((key) => ({ id: key, key, name: key })),
    ...rest,
    info_links: rest.info_links ?? [],
    price: rest.price ?? 0,
    audience: rest.audience ?? undefined,
    ...changes,
  }
}

test('what was submitted comes back out of the form as it was', () => {
  const { info_url: _, ...rest } = submission()
  const expected = { ...rest, audience: 'families', access: ['step_free'], languages: ['pt', 'en'] }
  const facts = { audience: 'families', access: ['step_free'], languages: ['en', 'pt'] }
  const again = toSubmission(fromOwnSubmission(own({ info_url: '', ...facts })), {
    website: '',
    filledInMs: 5000,
  })
  expect(again).toEqual({ ...expected, filled_in_ms: 5000 })
})

const links = (event: OwnSubmission) =>
  toSubmission(fromOwnSubmission(event), { website: '', filledInMs: 0 }).info_links

test('the address of the older field becomes a link, once', () => {
  expect(links(own({ info_links: [], info_url: 'https://example.com/a' }))).toEqual([
    { type: 'web_url', data: 'https://example.com/a' },
  ])
  const named = [{ type: 'web_url', data: 'https://example.com/a' }]
  expect(links(own({ info_links: named, info_url: 'https://example.com/a' }))).toEqual(named)
})

test('a link of a type that the form does not know stays what it is', () => {
  const values = fromOwnSubmission(own({ info_links: [{ type: 'mastodon', data: 'https://a.example/@b' }] }))
  expect(values.links.filter(({ data }) => data !== '')).toContainEqual({
    type: 'mastodon',
    data: 'https://a.example/@b',
  })
})
