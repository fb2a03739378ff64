import { queryOptions } from '@tanstack/react-query'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { PROGRAMME_KEY } from '@/client/shared/programme/programme-queries'
import type { PublicEvent } from '@/contract/events/events'
import { getOrganiser } from '@/contract/events/organisers'
import type { PublicOrganiser } from '@/contract/events/organisers'
import type { ApiClient } from '@/offline/api/api-client'
import { failureOf } from '@/offline/programme/programme-failure'
import type { ProgrammeReader } from '@/offline/programme/programme-reader'

/** No organiser has more listed; a recurring event is one. */
const MAX_EVENTS = 100

interface OrganisersEvents {
  /** The name that an event on this device has; undefined where the network was asked, or nothing is on. */
  name?: string | undefined
  events: readonly PublicEvent[]
  /** When it was stored on this device, epoch ms; undefined from the network. */
  savedAt?: number | undefined
}

export interface OrganiserContext {
  programme: ProgrammeReader
  /** The server has it alone. */
  api?: ApiClient
}

/** The events of an organiser, from the replica where it is complete, and then with its name. */
export function organiserEventsQuery({ programme }: OrganiserContext, slug: string) {
  return queryOptions({
    queryKey: [...PROGRAMME_KEY, 'organiser', slug],
    networkMode: 'always',
    retry: false,
    staleTime: 60_000,
    queryFn: async (): Promise<OrganisersEvents> => {
      const { data, savedAt } = await programme.list({ tags: [], organiser: slug }, 1, MAX_EVENTS)
      const [first] = data.items
      // A row of the list does not say who it is by; the whole event on the device does.
      const whole = savedAt === undefined || first === undefined ? null : await programme.event(first.id)
      return { name: whole?.data.organiser?.name, events: data.items, savedAt }
    },
  })
}

/** The organiser's own texts, which only the server has. `null`: there is no such organiser. */
export function organiserQuery({ api }: OrganiserContext, slug: string) {
  return queryOptions({
    queryKey: ['organiser', slug],
    networkMode: 'always',
    retry: false,
    staleTime: 60_000,
    queryFn: async (): Promise<PublicOrganiser | null> => {
      const client = api ?? (await loadOfflineClient()).api
      const outcome = await client.call(getOrganiser, { params: { slug } }, { auth: 'none' })
      if (outcome.kind === 'ok') return outcome.data
      if (outcome.kind === 'refused' && [404, 422].includes(outcome.status)) return null
      throw failureOf(outcome)
    },
  })
}
