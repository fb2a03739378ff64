import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import type { ReactNode } from 'react'
import { outcomeOf, CallFailed } from '@/client/shared/offline/client-call'
import { draftContent } from '@/client/shared/event-form/draft/use-draft'
import { ownKey, callAsUser, outcomeAsUser } from '@/client/shared/session/own-queries'
import { failureText } from '@/client/shared/forms/server-error-text'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { useCurrentUser } from '@/client/shared/session/use-current-user'
import { Button } from '@/client/design-system/button'
import { EmptyState } from '@/client/design-system/banner'
import { Spinner } from '@/client/design-system/skeleton'
import * as m from '@/messages/compiled/messages.js'
import { newId } from '@/offline/platform/deferred'
import { emptyBlock, fromSubmission, payloadOf, withInfoUrl } from '@/client/shared/event-form/form-values'
import type { EventFormValues } from '@/client/shared/event-form/form-values'
import type { User } from '@/contract/accounts/auth'
import type { ProgrammeEvent } from '@/contract/events/events'
import { getOwnEvent, getOwnEventPhoto } from '@/contract/accounts/own-events'
import { fromBase64 } from '@/offline/api/photo-upload'
import { isVisibleTo } from '@/offline/outbox/accounts'
import { isReadable } from '@/offline/outbox/entry'
import type { OutboxItem, OutboxPhoto } from '@/offline/outbox/entry'
import { button } from 'styled-system/recipes'

/** Makes an earlier submission the draft of a new event, without its dates, before the form is opened. */
export function UseAgain({ id, onReady }: { id: string; onReady: () => void }) {
  const user = useCurrentUser()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ownKey(user?.id ?? '', 'earlier-event', id),
    queryFn: async ({ signal }) => {
      const event = await readEarlierEvent(id, user ?? undefined, signal)
      if (event !== null) await storeAsDraft(event)
      return event !== null
    },
    enabled: user !== undefined,
    networkMode: 'always',
    retry: false,
    // It is one draft, and a later visit makes another.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const finish = useEffectEvent(onReady)
  useEffect(() => {
    if (data === true) finish()
  }, [data])
  if (data === false) return <NotFilled title={m.form_again_gone()} />
  if (error === null) return <Spinner label={m.form_edit_loading()} />
  const outcome = error instanceof CallFailed ? outcomeOf(error) : undefined
  return (
    <NotFilled
      title={outcome === undefined ? m.form_again_not_stored() : m.form_again_failed()}
      text={outcome && failureText(outcome)}
    >
      <Button busy={isFetching} onClick={() => void refetch()}>
        {m.form_tags_retry()}
      </Button>
    </NotFilled>
  )
}

async function storeAsDraft({ values, photo, hasLostPhoto }: EarlierEvent): Promise<void> {
  const { outbox } = await loadOfflineClient()
  await outbox.drafts.put({
    key: { slot: 'event/new', token: newId() },
    content: draftContent(values, { origin: { kind: 'earlier-event', title: values.title } }),
    photo,
    hadPhoto: photo !== undefined || hasLostPhoto,
    revision: 0,
  })
}

interface NotFilledProps {
  title: string
  text?: string | undefined
  children?: ReactNode
}

function NotFilled({ title, text, children }: NotFilledProps) {
  return (
    <EmptyState
      title={title}
      actions={
        <>
          <Link to="/add-event" search={{}} className={button({ variant: 'secondary' })}>
            {m.form_new_event()}
          </Link>
          {children}
        </>
      }
    >
      {text}
    </EmptyState>
  )
}

/** Something submitted before, as the form of a new event takes it: all but its dates. */
interface EarlierEvent {
  values: EventFormValues
  photo: OutboxPhoto | undefined
  /** It had a photo, or may have had one, which this device does not get. */
  hasLostPhoto: boolean
}

/**
 * Reads it from the outbox, where its entry and for a week its receipt are, with no network; else from the server, for who
 * submitted it; without a network what the programme on this device says of it. `id` is of the entry or of the event. Null
 * when nobody knows it.
 */
export async function readEarlierEvent(
  id: string,
  user: User | undefined,
  signal: AbortSignal,
): Promise<EarlierEvent | null> {
  const { outbox, replica } = await loadOfflineClient()
  const items: OutboxItem[] = await outbox.list().catch(() => [])
  const inOutbox = items.find((item): item is SubmittedEvent => isSubmission(item, id, user?.id ?? null))
  if (inOutbox !== undefined) {
    const { photo, receipt } = inOutbox
    return {
      values: withoutDates(fromSubmission(inOutbox.payload)),
      ...(photo || !receipt ? { photo, hasLostPhoto: false } : await readPhoto(user, receipt.id, signal)),
    }
  }
  if (user === undefined) return null
  try {
    const event = await callAsUser(user.id, getOwnEvent, { params: { id } }, signal)
    return {
      values: withoutDates(fromSubmission(withInfoUrl(payloadOf(event), event.info_url))),
      ...(event.has_photo ? await readPhoto(user, id, signal) : { photo: undefined, hasLostPhoto: false }),
    }
  } catch (error) {
    if (error instanceof CallFailed && error.isMissing) return null
    const published = await replica.event(id).catch(() => undefined)
    if (published === undefined) throw error
    return {
      values: withoutDates(fromPublished(published.event, user)),
      photo: undefined,
      hasLostPhoto: published.event.photo !== undefined,
    }
  }
}

type SubmittedEvent = Extract<OutboxItem, { kind: 'submitEvent' }>

function isSubmission(item: OutboxItem, id: string, userId: string | null): item is SubmittedEvent {
  if (!isReadable(item) || item.kind !== 'submitEvent' || !isVisibleTo(item, userId)) return false
  return item.id === id || item.receipt?.id === id
}

/**
 * Reads the photo of an earlier event. A receipt has none, and the server shows it only to who is signed in; without it the rest is filled
 * in all the same.
 */
async function readPhoto(
  user: User | undefined,
  id: string,
  signal: AbortSignal,
): Promise<Pick<EarlierEvent, 'photo' | 'hasLostPhoto'>> {
  if (user === undefined) return { photo: undefined, hasLostPhoto: true }
  const read = await outcomeAsUser(user.id, getOwnEventPhoto, { params: { id } }, signal)
  if (read.kind !== 'ok') {
    const hasNone = read.kind === 'refused' && read.code === 'NOT_FOUND'
    return { photo: undefined, hasLostPhoto: !hasNone }
  }
  const { data, type } = read.data
  return { photo: { bytes: fromBase64(data), type, name: 'photo.jpg' }, hasLostPhoto: false }
}

/** A public event has the rule of a recurring event, and not the address of its submitter. */
function fromPublished(event: ProgrammeEvent, { email }: User): EventFormValues {
  const timetable = event.rule === undefined ? { list: [] } : { repeated: event.rule }
  return fromSubmission(withInfoUrl(payloadOf({ ...event, email, timetable }), event.info_url))
}

/** The times of day stay: the next evening begins when the last did. */
function withoutDates(values: EventFormValues): EventFormValues {
  const blocks = values.blocks.map((block) => ({ ...block, startDate: '', endDate: '' }))
  return {
    ...values,
    blocks: blocks.length > 0 ? blocks : [emptyBlock()],
    recurring: { ...values.recurring, periodStartDate: '', periodEndDate: '' },
  }
}
