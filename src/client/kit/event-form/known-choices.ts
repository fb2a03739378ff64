import { useRouteContext } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { knownPlaces } from '@/client/kit/place-field-search'
import type { PlaceOption } from '@/client/kit/place-field-search'
import { usedTagsView } from '@/client/kit/programme-content'
import { orderTags } from '@/client/kit/tag-picker-order'
import type { TagChoice } from '@/client/kit/tag-picker-order'
import { useProgrammeView } from '@/client/kit/use-programme-view'
import { loadOfflineClient } from '@/client/shell/offline-client'
import type { PublicEvent, Tag } from '@/contract/events'
import { getLocale } from '@/messages/compiled/runtime.js'
import { NO_FILTER } from '@/offline/programme-source'
import { GAZETTEER } from '@/places'

const PER_PAGE = 100
/** Enough for a village; bounds the work of opening the form. */
const MAX_PAGES = 5

/** What the form offers to choose from. */
export interface KnownChoices {
  places: readonly PlaceOption[]
  tags: readonly TagChoice[]
  /** There is nothing to choose yet, but it is being asked for. */
  areTagsLoading: boolean
  retryTags: () => void
}

/** Places and tags that are known here: on the device first, so that the form works with no network. */
export function useKnownChoices(): KnownChoices {
  const { tags, isLoading, retry } = useKnownTags()
  return { places: useKnownPlaces(), tags, areTagsLoading: isLoading, retryTags: retry }
}

/** The gazetteer's places and those of the events on this device: known with no network. */
function useKnownPlaces() {
  const { answer } = useAnswer(mirroredEvents)
  return useMemo(() => knownPlaces(GAZETTEER, answer ?? []), [answer])
}

async function mirroredEvents(): Promise<PublicEvent[]> {
  const { programme } = await loadOfflineClient()
  const events: PublicEvent[] = []
  for (let page = 1; page <= MAX_PAGES; page++) {
    const shown = await programme.localList(NO_FILTER, page, PER_PAGE)
    events.push(...(shown?.data.items ?? []))
    if (!shown?.data.has_more) break
  }
  return events
}

/** Every tag, the most used first: what the device has at once, then what the server says. */
function useKnownTags() {
  const { views, programme } = useRouteContext({ from: '__root__' })
  const view = useMemo(() => usedTagsView(programme), [programme])
  useEffect(() => void views.seed(view).catch(() => undefined), [views, view])
  const used = useProgrammeView(view)
  const all = useAnswer(serverTags)
  const tags = useMemo(
    () => orderTags(used.data?.data ?? [], all.answer ?? [], getLocale()),
    [used.data, all.answer],
  )
  const retry = () => {
    used.retry()
    all.retry()
  }
  return { tags, isLoading: tags.length === 0 && (used.isAsking || all.isAsking), retry }
}

async function serverTags(): Promise<Tag[]> {
  // With the offline layer, not with the form: the contract's schemas are only there.
  const [device, { listTags }] = await Promise.all([loadOfflineClient(), import('@/contract/events')])
  const outcome = await device.api.call(listTags, {})
  return outcome.kind === 'ok' ? outcome.data.items : []
}

/** Loads something once, and again on `retry`; a failure is an answer that stays away. `load` is one function for ever. */
function useAnswer<T>(load: () => Promise<T>) {
  const [answer, setAnswer] = useState<T>()
  // Which time it is asked, and which was the last that has ended.
  const [turn, setTurn] = useState(1)
  const [ended, setEnded] = useState(0)
  useEffect(() => {
    load()
      .then(setAnswer)
      .catch(() => undefined)
      .finally(() => setEnded(turn))
  }, [load, turn])
  const retry = () => setTurn((before) => before + 1)
  return { answer, isAsking: ended < turn, retry }
}
