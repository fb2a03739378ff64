import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { CallFailed } from '@/client/shared/offline/client-call'
import { EmptyState } from '@/client/design-system/banner'
import { createEvent, type BackOfficeEvent } from '@/contract/back-office/back-office-events'
import * as m from '@/messages/compiled/messages.js'
import { eventQuery } from '@/client/back-office/shared/back-office-queries'
import { LoadFailed } from '@/client/back-office/shared/page'
import { Skeleton } from '@/client/design-system/skeleton'
import { LiveRegion } from '@/client/design-system/visually-hidden'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import type { SentPhoto, EventCreationInput } from '@/domain/submissions/submission'
import type { Outcome } from '@/offline/api/next-step'
import type { ApiClient } from '@/offline/api/api-client'
import { callWithPhoto } from '@/offline/api/photo-upload'
import type { OutboxPhoto } from '@/offline/outbox/entry'
import { button } from 'styled-system/recipes'
import { css } from 'styled-system/css'

interface LoadedEventProps {
  id: string
  /** A form is filled from it: it begins with what is stored now, and nothing that is fetched later takes it away. */
  isForm?: boolean
  children: (event: BackOfficeEvent) => ReactNode
}

/** An event once it is there, and what stands in its place before (rules 8: 'Event not found', 'Failed to load event'). */
export function LoadedEvent({ id, isForm = false, children }: LoadedEventProps) {
  const event = useQuery(eventQuery(id))
  const isMissing = event.error instanceof CallFailed && event.error.isMissing
  const [isFormOpen, setFormOpen] = useState(false)
  const isReady = isFormOpen || (!isMissing && (event.isFetchedAfterMount || !isForm))
  if (event.data !== undefined && isReady) {
    if (isForm && !isFormOpen) setFormOpen(true)
    return children(event.data)
  }
  if (event.isFetching) return <EventSkeleton isForm={isForm} />
  return isMissing ? (
    <EmptyState
      level={1}
      title={m.admin_event_not_found()}
      actions={
        <Link to="/backoffice/events" search={{}} className={button({ variant: 'secondary' })}>
          {m.admin_back_to_events()}
        </Link>
      }
    />
  ) : (
    <LoadFailed
      title={m.admin_event_load_failed()}
      error={event.error}
      onRetry={() => void event.refetch()}
    />
  )
}

export function EventSkeleton({ isForm }: { isForm: boolean }) {
  return (
    <div className={frame}>
      <LiveRegion>{m.admin_loading()}</LiveRegion>
      <Skeleton height={isForm ? '4.5rem' : '2.75rem'} width={isForm ? '100%' : 'min(28rem, 100%)'} />
      <Skeleton height={isForm ? '14rem' : '2.75rem'} width={isForm ? '100%' : 'min(20rem, 100%)'} />
      <div className={isForm ? undefined : columns}>
        <Skeleton height="20rem" />
        {isForm ? null : <Skeleton height="20rem" />}
      </div>
    </div>
  )
}

const frame = css({ display: 'grid', gap: '6', minWidth: '0' })
// The columns are those of the facts.
const columns = css({
  display: 'grid',
  gap: '8',
  gridTemplateColumns: { base: '[minmax(0, 1fr)]', lg: '[minmax(0, 3fr) minmax(0, 2fr)]' },
})

/** An upload of a photo from a phone may take this long. */
const PHOTO_TIMEOUT_MS = 120_000

const OPTIONS = { timeoutMs: PHOTO_TIMEOUT_MS }

/** `key`: sent again after a response that was lost, it makes no second event. */
export async function sendCreation(
  body: EventCreationInput,
  photo: OutboxPhoto | undefined,
  key: string,
): Promise<Outcome<{ id: string }>> {
  return sendWith(photo, (api, sent) =>
    api.call(createEvent, { body: { ...body, ...sent } }, { ...OPTIONS, idempotencyKey: key }),
  )
}

async function sendWith<T>(
  photo: OutboxPhoto | undefined,
  send: (api: ApiClient, sent: { photo?: SentPhoto }) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const { api } = await loadOfflineClient()
  return photo === undefined
    ? send(api, {})
    : callWithPhoto(api, photo, (sent) => send(api, { photo: sent }), OPTIONS)
}
