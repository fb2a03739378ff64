import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'

const NOON = Date.UTC(2026, 6, 1, 12) / 1000
/** A published event without a photo, a contact address or an account. */
export const publishedEvent: BackOfficeEvent = {
  id: '9f1c2d3e-4b5a-4c6d-8e7f-0123456789ab',
  title: 'Concert',
  description: 'Three bands play on the beach.',
  start_time: NOON,
  end_time: NOON + 3600,
  is_all_day: false,
  location_name: 'Praia do Sul',
  latitude: 38.9,
  longitude: -9.4,
  tags: [],
  info_links: [],
  status: 'PUBLISHED',
  email: '',
  timetable: { list: [] },
  schedules: [],
  duplicates: [],
  created_at: NOON,
  updated_at: NOON,
  revision: 1,
}
