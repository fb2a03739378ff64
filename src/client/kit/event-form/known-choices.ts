import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { loadDevice } from '@/client/shell/device'
import { knownPlaces } from '@/client/kit/place-field-search'
import { orderTags } from '@/client/kit/tag-picker-order'
import type { PublicEvent } from '@/contract/events'
import { getLocale } from '@/messages/compiled/runtime.js'
import { NO_FILTER } from '@/offline/programme-source'
import { GAZETTEER } from '@/places'

const PER_PAGE = 100
/** Enough for a village; bounds the work of opening the form. */
const MAX_PAGES = 5

/** The gazetteer's places and those of the events on this device: known with no network. */
export function useKnownPlaces() {
  const events = useQuery({ queryKey: ['form', 'places'], queryFn: mirroredEvents, networkMode: 'always' })
  return useMemo(() => knownPlaces(GAZETTEER, events.data ?? []), [events.data])
}

async function mirroredEvents(): Promise<PublicEvent[]> {
  const { programme } = await loadDevice()
  const events: PublicEvent[] = []
  for (let page = 1; page <= MAX_PAGES; page++) {
    const shown = await programme.localList(NO_FILTER, page, PER_PAGE)
    events.push(...(shown?.data.items ?? []))
    if (!shown?.data.has_more) break
  }
  return events
}

/** Every tag, the most used first: what the device has at once, then what the server says. */
export function useKnownTags() {
  const local = useQuery({
    queryKey: ['form', 'tags', 'local'],
    queryFn: async () => (await (await loadDevice()).programme.localUsedTags())?.data ?? [],
    networkMode: 'always',
  })
  const remote = useQuery({
    queryKey: ['form', 'tags', 'server'],
    queryFn: serverTags,
    networkMode: 'always',
  })
  const tags = useMemo(
    () => orderTags(remote.data?.used ?? local.data ?? [], remote.data?.all ?? [], getLocale()),
    [remote.data, local.data],
  )
  return {
    tags,
    isLoading: tags.length === 0 && (local.isPending || remote.isPending || remote.isFetching),
    retry: () => void remote.refetch(),
  }
}

async function serverTags() {
  // With the offline layer, not with the form: the contract's schemas are only there.
  const [device, { listTags }] = await Promise.all([loadDevice(), import('@/contract/events')])
  const [used, all] = await Promise.all([device.programme.usedTags(), device.api.call(listTags, {})])
  return {
    used: used.kind === 'found' ? used.shown.data : [],
    all: all.kind === 'ok' ? all.data.items : [],
  }
}
