import { expect, it } from 'vitest'
import type { ManagedEvent } from '@/contract/events/managed-events'
import { versionOf } from './managed-versions'

const content = {
  title: 'Fado',
  description: 'As it was submitted.',
  location_name: 'Praia do Sul',
  latitude: 38.9,
  longitude: -9.4,
  tag_keys: [],
  timetable: {
    list: [{ start_time: '2184-01-10 19:00:00', end_time: '2184-01-10 21:00:00', is_all_day: false }],
  },
}
const { tag_keys: _, ...row } = content
const event = {
  ...row,
  id: 'e1',
  status: 'PUBLISHED',
  tags: [],
  info_links: [],
  schedules: [],
  start_time: 32_000_000_000,
  end_time: 32_000_007_200,
  is_all_day: false,
  revision: 5,
  edited_revision: 5,
} as unknown as ManagedEvent

it('a form over an open proposal has what the team has changed since, where the organiser left it alone', () => {
  const base = event
  const proposal = { id: 'p1', base, content: { ...content, title: 'Fado at nine' }, created_at: 0 }
  const edited = { ...event, description: 'As the team has it.', proposal } as ManagedEvent
  expect(versionOf(edited).payload).toMatchObject({
    title: 'Fado at nine',
    description: 'As the team has it.',
  })
})

it('where both have changed the same, the form has what the organiser proposes', () => {
  const proposal = { id: 'p1', base: event, content: { ...content, title: 'Fado at nine' }, created_at: 0 }
  const edited = { ...event, title: 'Fado night', proposal } as ManagedEvent
  expect(versionOf(edited).payload).toMatchObject({ title: 'Fado at nine' })
})
