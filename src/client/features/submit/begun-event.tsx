import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { EventDraft } from '@/client/shared/event-form/event-draft'
import { emptyValues, isEmptyEvent, valuesLike, withoutDates } from '@/client/shared/event-form/event-values'
import { failureText } from '@/client/shared/forms/server-error-text'
import { toast } from '@/client/shared/notifications/toast'
import { CallFailed, outcomeOf } from '@/client/shared/offline/client-call'
import { loadOfflineClient, report } from '@/client/shared/offline/offline-client'
import { photoErrorText } from '@/client/shared/photos/photo-field'
import { preparePhoto } from '@/client/shared/photos/prepare-photo'
import { callAsUser, ownKey } from '@/client/shared/session/own-queries'
import { useCurrentUser } from '@/client/shared/session/use-current-user'
import { EmptyState } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { Spinner } from '@/client/design-system/skeleton'
import type { User } from '@/contract/accounts/auth'
import { getOwnEvent } from '@/contract/accounts/profile'
import { INFO_LINK_TYPES, infoLinkProblem } from '@/domain/events/info-link'
import { toLines, toOneLine } from '@/domain/text/plain-text'
import { addressesIn, splitAtLinks } from '@/domain/text/web-address'
import { ButtonLink } from '@/client/shared/links/link'
import * as m from '@/messages/compiled/messages.js'
import type { Shared } from '@/offline/outbox/database'
import { pageDrafts } from '@/offline/outbox/drafts'
import { isVisibleTo, type OutboxPhoto } from '@/offline/outbox/entry'

/** Something to begin a new event with. */
interface Beginning {
  content: EventDraft
  photo?: OutboxPhoto | undefined
  /** It has one, which this device may not get. */
  hasPhoto?: boolean
}

/** Stores it as a draft of its own, which the form restores; what the person had written stays as it was. Throws where there is no room. */
export async function storeDraft({
  content,
  photo,
  hasPhoto = photo !== undefined,
}: Beginning): Promise<void> {
  const { outbox, session } = await loadOfflineClient()
  await session.ready
  const draft = pageDrafts().open('event/new', { owner: session.current()?.user.id ?? null, which: 'none' })
  if (!draft.write({ ...content, hasOwnPhoto: hasPhoto }, hasPhoto)) throw new Error('Not stored')
  if (photo !== undefined)
    await outbox
      .putDraftPhoto(draft.token(), photo)
      .catch((error: unknown) => report('The photo of the draft could not be stored.', error))
}

interface BegunEventProps {
  /** The earlier submission, without its dates; undefined for what another app shared (manifest, share_target). */
  like: string | undefined
  onReady: () => void
}

/** Makes it the draft of a new event before the form is opened: from then on neither a reload nor a kill loses it. */
export function BegunEvent({ like, onReady }: BegunEventProps) {
  const user = useCurrentUser()
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: like === undefined ? ['shared-event'] : ownKey(user?.id ?? '', 'earlier-event', like),
    queryFn: ({ signal }) =>
      like === undefined ? storeShared() : storeEarlier(like, user ?? undefined, signal),
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
  if (data !== false && error === null) return <Spinner label={m.form_edit_loading()} />
  const outcome = error instanceof CallFailed ? outcomeOf(error) : undefined
  const failed = outcome ? m.form_again_failed() : m.form_again_not_stored()
  return (
    <EmptyState
      title={error ? failed : m.form_again_gone()}
      actions={
        <>
          <ButtonLink to="/add-event" variant="secondary">
            {m.form_new_event()}
          </ButtonLink>
          {error ? (
            <Button busy={isFetching} onClick={() => void refetch()}>
              {m.outbox_retry()}
            </Button>
          ) : null}
        </>
      }
    >
      {outcome && failureText(outcome)}
    </EmptyState>
  )
}

/** Returns whether anybody knows it. */
async function storeEarlier(id: string, user: User | undefined, signal: AbortSignal): Promise<boolean> {
  const event = await readEarlierEvent(id, user, signal)
  if (event === null) return false
  const { values, ...photo } = event
  await storeDraft({ content: { values, origin: { kind: 'earlier-event', title: values.title } }, ...photo })
  return true
}

/** Something submitted before, as the form of a new event takes it: all but its dates. */
type EarlierEvent = Pick<EventDraft, 'values'> & Omit<Beginning, 'content'>

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
  const known = (await outbox.list().catch(() => [])).find(
    (entry) => isVisibleTo(entry, user?.id ?? null) && [entry.id, entry.receipt?.id].includes(id),
  )
  if (known?.kind === 'submitEvent') {
    const { payload, photo } = known
    // A receipt has no bytes.
    const bytes = photo && { photo: await outbox.photo(known.id) }
    return { values: withoutDates(payload), ...bytes, hasPhoto: photo !== undefined }
  }
  if (user === undefined) return null
  try {
    const event = await callAsUser(user.id, getOwnEvent, { params: { id } }, signal)
    return { values: valuesLike(event), hasPhoto: event.has_photo === true }
  } catch (error) {
    if (error instanceof CallFailed && error.isMissing) return null
    const published = await replica.event(id).catch(() => undefined)
    if (published === undefined) throw error
    // A public event has the rule of a recurring event, and not the address of its submitter.
    const { event } = published
    const timetable = event.rule === undefined ? { list: [] } : { repeated: event.rule }
    const values = valuesLike({ ...event, email: user.email, timetable })
    return { values, hasPhoto: event.photo !== undefined }
  }
}

/** The form opens in any case. */
async function storeShared(): Promise<true> {
  try {
    const { outbox, session } = await loadOfflineClient()
    await session.ready
    const shared = await outbox.shared()
    if (shared === undefined) {
      // The worker stored nothing: it could not use what was shared, or the device was full.
      toast.error(m.form_shared_failed())
      return true
    }
    const photo = shared.photo && (await usablePhoto(shared.photo))
    const values = { ...emptyValues(session.current()?.user.email), ...sharedValues(shared) }
    if (photo !== undefined || !isEmptyEvent(values, values.email))
      await storeDraft({ content: { values, origin: { kind: 'shared' } }, photo })
    await outbox.settleShared(shared)
  } catch (error) {
    report('What was shared could not be read.', error)
    toast.error(m.form_shared_failed())
  }
  return true
}

/** Says why when it is none. */
async function usablePhoto({ bytes, type, name }: NonNullable<Shared['photo']>) {
  const prepared = await preparePhoto(new Blob([bytes], { type }), name)
  if ('photo' in prepared) return prepared.photo
  toast.error(m.form_photo_shared_failed(), { description: photoErrorText(prepared.error) })
  return undefined
}

/**
 * Turns what another app shared into values of the form. Android has no field for an address: it is then the last one in the text. What is
 * no link stays in the description, so that nothing is lost.
 */
export function sharedValues({ title, text, url }: Omit<Shared, 'photo' | 'createdAt'>) {
  const data = addressesIn(url).at(-1) ?? addressesIn(text).at(-1) ?? ''
  const type = INFO_LINK_TYPES.find((one) => infoLinkProblem(one, data) === undefined)
  const saysMore = (line: string) =>
    splitAtLinks(line).some(
      (part) => (type === undefined || part.href !== data) && /[^\p{P}\s]/u.test(part.text),
    )
  return {
    title: toOneLine(title),
    description: toLines([text, url].filter(saysMore).join('\n')),
    info_links: type === undefined ? [] : [{ type, data }],
  }
}
