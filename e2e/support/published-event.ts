import { dayAfter, villageDay } from '../../src/domain/time/local-time'
import { jpeg } from '../../tests/support/server/images'
import { asAdmin } from './fixtures'

/** The village's day so many days from now, as `YYYY-MM-DD`: in summer UTC is a day behind it for an hour. */
export function dayIn(days: number): string {
  return dayAfter(villageDay(Date.now() / 1000), days)
}

type Fields = Record<string, unknown>

/** A concert of two hours, a month from now, unless these fields say otherwise. */
function concert(fields: Fields) {
  const day = dayIn(30)
  return {
    title: `Concert at the harbour ${Date.now()}`,
    description: 'Guitars and fado while the sun goes down over the sea.',
    location_name: 'Praia do Sul - Ericeira',
    latitude: 38.9583,
    longitude: -9.4166,
    tag_keys: ['music'],
    timetable: {
      list: [{ start_time: `${day} 19:00:00`, end_time: `${day} 21:00:00`, is_all_day: false }],
    },
    ...fields,
  }
}

/** Publishes a concert, or what these fields say. Resolves with its id. */
export async function publishEvent(
  fields: Fields = {},
  { origin }: { origin?: string } = {},
): Promise<string> {
  const options = { method: 'POST', data: concert(fields), ...(origin === undefined ? {} : { origin }) }
  return ((await asAdmin('/backoffice/events', options)) as { id: string }).id
}

/** Submits one, which then waits for its review. Resolves with its id. */
export async function submitForReview(fields: Fields): Promise<string> {
  const data = concert({ email: 'ana@example.com', ...fields })
  return ((await asAdmin('/events', { method: 'POST', data })) as { id: string }).id
}

/** Says of an event as a whole that it is called off, or on, as the team does. */
export async function announce(id: string, state: string, note: string): Promise<void> {
  const { revision } = (await asAdmin(`/backoffice/events/${id}`)) as { revision: number }
  await asAdmin(`/backoffice/events/${id}/state`, { method: 'PUT', data: { state, note, revision } })
}

/** A photo of this size, as the API takes it. */
export async function photoOf(width: number, height: number): Promise<string> {
  return (await jpeg('#336688', width, height)).toString('base64')
}
