import type { Submission } from '@/domain/submissions/submission'

/** A submission that is valid at TEST_NOW: Saturday evening of the same week. */
export function submission(changes: Partial<Submission> = {}): Submission {
  return {
    title: 'Sunset Sessions',
    description: 'Three bands from the village play on the beach until the sun is gone.',
    email: 'ana@example.com',
    location_name: 'Praia do Sul - Rua da Praia do Sul, Ericeira',
    latitude: 38.9583,
    longitude: -9.4166,
    price: 5.5,
    info_url: 'https://example.com/sunset',
    info_links: [{ type: 'instagram', data: 'https://www.instagram.com/ericeira.events' }],
    tag_keys: ['music'],
    timetable: {
      list: [{ start_time: '2026-06-20 19:00:00', end_time: '2026-06-20 22:00:00', is_all_day: false }],
    },
    ...changes,
  }
}
