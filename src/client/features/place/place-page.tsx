import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { AgendaPage, AgendaPageSkeleton, NothingAtAddress } from '@/client/shared/agenda/agenda-page'
import { Unreachable } from '@/client/shared/offline/unreachable'
import { placeLines } from '@/client/shared/places/place-lines'
import { PlaceLocation } from '@/client/shared/places/place-location'
import * as m from '@/messages/compiled/messages.js'
import { placeQuery } from './place-query'

const route = getRouteApi('/places/$slug')

/** The page of a place: where it is, how to get there, and what is on there from now on. */
export function PlacePage() {
  const { slug } = route.useParams()
  const context = route.useRouteContext()
  const query = useQuery({ ...placeQuery(context, slug), retryOnMount: false })
  const { data, error, isFetching } = query
  if (data === null) return <NoSuchPlace />
  if (data === undefined)
    return error !== null && !isFetching ? (
      <Unreachable title={m.place_failed()} error={error} onRetry={() => void query.refetch()} />
    ) : (
      <PlaceSkeleton />
    )
  const { place, events, savedAt } = data
  return (
    <AgendaPage
      title={placeLines(place).name}
      freshness={{ savedAt, fetchedAt: query.dataUpdatedAt, isFailed: query.isError }}
      feed={{ filter: { place: place.slug }, origin: context.origin, label: m.place_subscribe() }}
      events={events}
      nothingOn={m.place_nothing_on()}
    >
      <PlaceLocation place={place} />
    </AgendaPage>
  )
}

/** An address that names no place. */
export function NoSuchPlace() {
  return <NothingAtAddress title={m.place_not_found()}>{m.place_not_found_text()}</NothingAtAddress>
}

export function PlaceSkeleton() {
  return <AgendaPageSkeleton label={m.place_loading()} />
}
