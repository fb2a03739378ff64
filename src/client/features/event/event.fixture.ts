import type { ProgrammeEvent } from '@/contract/events/events'

const at = (iso: string) => Date.parse(iso) / 1000

/** A summer evening in the square: 21:00 to 23:00 in the village. */
export const fado: ProgrammeEvent = {
  id: '0b7e3b52-9a52-4d8e-9c38-0e7a4c1d2f10',
  title: 'Fado na Praça',
  description: 'A night of fado.\nBring a jacket.',
  start_time: at('2026-07-04T20:00:00Z'),
  end_time: at('2026-07-04T22:00:00Z'),
  is_all_day: false,
  location_name: 'Praça da República - Ericeira',
  latitude: 38.9632,
  longitude: -9.4165,
  tags: [{ id: '1', key: 'music', name: 'Music' }],
  info_links: [],
  photo: 'https://guide.test/photos/0123456789abcdef-full.jpg',
  schedules: [],
}
