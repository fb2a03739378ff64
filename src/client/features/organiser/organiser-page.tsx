import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { AgendaPage, AgendaPageSkeleton, NothingAtAddress } from '@/client/shared/agenda/agenda-page'
import { Unreachable } from '@/client/shared/offline/unreachable'
import { LinkedText } from '@/client/shared/programme/linked-text'
import { SocialLinks } from '@/client/shared/links/social-links'
import { Skeleton } from '@/client/design-system/skeleton'
import type { PublicOrganiser } from '@/contract/events/organisers'
import * as m from '@/messages/compiled/messages.js'
import { photoVariant } from '@/domain/events/photo'
import { css } from 'styled-system/css'
import { organiserEventsQuery, organiserQuery } from './organiser-query'

const route = getRouteApi('/organisers/$slug')

/** The page of an organiser: what they say of themselves, and what is on by them from now on, of which a device has the events. */
export function OrganiserPage() {
  const { slug } = route.useParams()
  const context = route.useRouteContext()
  const listed = useQuery({ ...organiserEventsQuery(context, slug), retryOnMount: false })
  const whole = useQuery({ ...organiserQuery(context, slug), retryOnMount: false })
  if (whole.data === null) return <NoSuchOrganiser />
  const name = whole.data?.name ?? listed.data?.name
  if (name === undefined || listed.data === undefined) {
    const error = whole.error ?? listed.error
    const retry = () => {
      void whole.refetch()
      void listed.refetch()
    }
    return error !== null && !whole.isFetching && !listed.isFetching ? (
      <Unreachable title={m.organiser_failed()} error={error} onRetry={retry} />
    ) : (
      <OrganiserSkeleton />
    )
  }
  const { events, savedAt } = listed.data
  return (
    <AgendaPage
      title={name}
      freshness={{ savedAt, fetchedAt: listed.dataUpdatedAt, isFailed: listed.isError }}
      feed={{ filter: { organiser: slug }, origin: context.origin, label: m.organiser_subscribe() }}
      events={events}
      nothingOn={m.organiser_nothing_on()}
    >
      {whole.data === undefined ? (
        <NotHere isFetching={whole.isFetching} />
      ) : (
        <Portrait organiser={whole.data} />
      )}
    </AgendaPage>
  )
}

/** Only the server has the rest: it is on its way, or cannot be had now. */
function NotHere({ isFetching }: { isFetching: boolean }) {
  return isFetching ? <Skeleton height="6rem" /> : <p className={note}>{m.organiser_only_events()}</p>
}

function Portrait({ organiser }: { organiser: PublicOrganiser }) {
  return (
    <>
      <OrganiserPicture organiser={organiser} />
      {organiser.text === undefined ? null : (
        <p className={text} lang={organiser.text_locale}>
          <LinkedText text={organiser.text} />
        </p>
      )}
      <SocialLinks links={organiser.links} />
    </>
  )
}

/** An address that names no organiser. */
export function NoSuchOrganiser() {
  return <NothingAtAddress title={m.organiser_not_found()}>{m.organiser_not_found_text()}</NothingAtAddress>
}

export function OrganiserSkeleton() {
  return <AgendaPageSkeleton label={m.organiser_loading()} />
}

const note = css({ textStyle: 'small', color: 'fg.muted' })
const text = css({ whiteSpace: 'pre-line', textStyle: 'body', overflowWrap: 'anywhere' })

/** The whole picture, since it may be a logo; the name stands above it as text. Where it cannot be had nothing takes its place. */
function OrganiserPicture({ organiser }: { organiser: PublicOrganiser }) {
  const { photo, photo_width: width, photo_height: height, photo_color: color } = organiser
  const [failed, setFailed] = useState<string>()
  if (photo === undefined || photo === failed) return null
  const [small, large] = [photoVariant(photo, '400'), photoVariant(photo, '800')]
  return (
    <img
      src={large}
      srcSet={`${small} 400w, ${large} 800w`}
      sizes="(min-width: 48rem) 44rem, 100vw"
      alt=""
      width={width}
      height={height}
      decoding="async"
      className={picture}
      style={{ backgroundColor: color, maxHeight: '20rem', maxWidth: '100%', width: 'auto', height: 'auto' }}
      onError={() => setFailed(photo)}
    />
  )
}

const picture = css({ borderRadius: 'lg' })
