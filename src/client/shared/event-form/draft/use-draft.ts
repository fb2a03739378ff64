import { useEffect, useEffectEvent, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { useLeaveWithPage } from '@/client/shared/forms/unsaved'
import { isUntouched, PRICE_KINDS } from '@/client/shared/event-form/form-values'
import type { EventFormValues } from '@/client/shared/event-form/form-values'
import { loadOfflineClient, loadedOfflineClient, report } from '@/client/shared/offline/offline-client'
import type { DraftSession, WhichDraft } from '@/offline/outbox/drafts/draft-session'
import type { DraftSlot, Replaced } from '@/offline/outbox/drafts/drafts'
import type { OutboxContent, OutboxEntry, OutboxPhoto } from '@/offline/outbox/entry'
import { knownFacts } from '@/domain/events/event-fields'
import type { EventFacts } from '@/domain/events/event-fields'

interface RestoredDraft {
  values: EventFormValues
  origin: DraftOrigin | undefined
  context: unknown
  photo: OutboxPhoto | undefined
  lostPhoto: boolean
}

/** The photo of the draft; that of what it changes where there is no draft, or where there was no room for its photo. */
export function photoToBeginWith(
  restored: RestoredDraft | undefined,
  original: OutboxPhoto | undefined,
): OutboxPhoto | undefined {
  return restored === undefined || restored.lostPhoto ? original : restored.photo
}

interface OpenDraft {
  session: DraftSession
  restored: RestoredDraft | undefined
}

interface DraftOptions {
  beginsWithOwnEmail?: boolean
  lastEmail?: string | undefined
  which?: WhichDraft | undefined
}

/** Persists the values of a form as a draft in IndexedDB, and restores them. The address of who is signed in is alone nothing to persist. */
export function useDraft(
  slot: DraftSlot,
  { beginsWithOwnEmail = false, lastEmail, which }: DraftOptions = {},
) {
  const [opening, setOpening] = useState({ which, count: 0 })
  // 'none' where the browser refuses storage: the form works without.
  const [session, setSession] = useState<OpenDraft | 'none'>()
  const [accountEmail, setAccountEmail] = useState('')
  const ownEmail = lastEmail ?? accountEmail
  const [isDirty, setDirty] = useState(false)
  const [isStored, setStored] = useState(true)
  const latest = useRef<{ values: EventFormValues; photo: OutboxPhoto | undefined }>(undefined)
  const reopen = useEffectEvent(() => {
    // A dirty form stays, and belongs to the account that it was begun under.
    if (!beginsWithOwnEmail || isDirty) return
    setSession(undefined)
    setOpening((before) => ({ ...before }))
  })

  useEffect(() => {
    let isUnmounted = false
    let opened: OpenDraft | undefined
    let stopWatching = () => {}
    const open = async () => {
      const { session: account } = await loadOfflineClient()
      await account.ready
      if (isUnmounted) return
      stopWatching = account.subscribe(reopen)
      // The email comes before the draft, which may not open.
      setAccountEmail(account.current()?.user.email ?? '')
      const found = await openDraft(slot, opening.which)
      if (isUnmounted) return found.session.close()
      opened = found
      // A transition would wait for a navigation that hangs, and what is typed meanwhile would be stored nowhere.
      setSession(found)
      found.session.watchStored(setStored)
      setDirty((before) => before || found.restored !== undefined)
    }
    open().catch((error: unknown) => {
      report('The draft could not be opened.', error)
      if (isUnmounted) return
      // Without the offline client nothing could be sent either, and nothing is typed yet: the page gives way to its error.
      if (loadedOfflineClient() === undefined)
        setSession(() => {
          throw error
        })
      setSession('none')
      setStored(false)
    })
    return () => {
      isUnmounted = true
      stopWatching()
      opened?.session.close()
    }
  }, [slot, opening])

  const { session: open, restored } = session === 'none' || session === undefined ? NOT_OPEN : session
  useLeaveWithPage(open)
  const change = (values: EventFormValues, photo: OutboxPhoto | undefined, context?: unknown) => {
    const isEmpty = isUntouched(values, ownEmail) && photo === undefined
    latest.current = { values, photo }
    setDirty(!isEmpty)
    open?.change(draftContent(values, { context }), photo, isEmpty)
  }
  return {
    isReady: session !== undefined,
    formKey: opening.count,
    restored,
    isDirty,
    isStored,
    ownEmail,
    latest: () => latest.current?.values,
    hasPhoto: () => (latest.current ?? restored)?.photo !== undefined,
    change: (values: EventFormValues, photo: OutboxPhoto | undefined) => change(values, photo),
    changeWith: change,
    discard() {
      setDirty(false)
      void open?.discard()
    },
    async submit(
      content: OutboxContent,
      photo: OutboxPhoto | undefined,
      replaces?: Replaced,
    ): Promise<OutboxEntry> {
      if (open !== undefined) return open.submit(content, photo, { replaces })
      const { outbox } = await loadOfflineClient()
      return replaces === undefined
        ? outbox.enqueue(content, photo)
        : outbox.replace(replaces.id, content, photo, { opened: replaces.opened })
    },
    session: open,
    open(next: WhichDraft) {
      if (open === undefined) return
      setSession(undefined)
      setDirty(false)
      setOpening(({ count }) => ({ which: next, count: count + 1 }))
    },
  }
}

const NOT_OPEN = { session: undefined, restored: undefined }

async function openDraft(slot: DraftSlot, which: WhichDraft | undefined): Promise<OpenDraft> {
  const { outbox } = await loadOfflineClient()
  const session = await outbox.openDraft(slot, which)
  const { restored } = session
  const content = readDraftContent(restored?.content)
  if (restored === undefined || content === undefined) return { session, restored: undefined }
  const lostPhoto = restored.hadPhoto && restored.photo === undefined
  return { session, restored: { ...content, photo: restored.photo, lostPhoto } }
}

export interface DraftOrigin {
  kind: 'shared' | 'earlier-event'
  title?: string | undefined
}

export interface DraftContent {
  values: EventFormValues
  origin: DraftOrigin | undefined
  context: unknown
}

/** The content of a draft as it is stored; `read-draft`, which the form does not wait for, reads it again. */
export const draftContent = (
  current: EventFormValues,
  { origin, context }: { origin?: DraftOrigin; context?: unknown } = {},
) => ({
  values: current,
  ...(origin === undefined ? {} : { origin }),
  ...(context === undefined ? {} : { context }),
})

const place = z.object({
  name: z.string(),
  displayName: z.string(),
  formattedAddress: z.string(),
  latitude: z.number(),
  longitude: z.number(),
})
const readDraftValues = z.object({
  email: z.string(),
  title: z.string(),
  description: z.string(),
  place,
  tagKeys: z.array(z.string()),
  eventType: z.enum(['one-time', 'recurring']),
  blocks: z
    .array(
      z.object({
        isAllDay: z.boolean(),
        isDaily: z.boolean(),
        startDate: z.string(),
        startTime: z.string(),
        endDate: z.string(),
        isEndChosen: z.optional(z.boolean()),
        endTime: z.string(),
      }),
    )
    .check(z.minLength(1)),
  recurring: z.object({
    isAllDay: z.boolean(),
    periodStartDate: z.string(),
    periodEndDate: z.string(),
    days: z.array(z.number()),
    startTime: z.string(),
    endTime: z.string(),
  }),
  links: z.array(z.object({ type: z.string(), data: z.string() })),
  priceKind: z.enum(PRICE_KINDS),
  price: z.string(),
  facts: z.pipe(
    z.record(z.string(), z.unknown()),
    // What this version does not know of is left out.
    z.transform((facts) => knownFacts(facts as EventFacts)),
  ),
})
const originSchema: z.ZodMiniType<DraftOrigin> = z.object({
  kind: z.enum(['shared', 'earlier-event']),
  title: z.optional(z.string()),
})
const contentSchema = z.object({
  values: readDraftValues,
  origin: z.optional(originSchema),
  context: z.optional(z.unknown()),
})

export function readDraftContent(content: unknown): DraftContent | undefined {
  const parsed = contentSchema.safeParse(content)
  if (!parsed.success) return undefined
  const { values: current, origin, context } = parsed.data
  return { values: current, origin, context }
}
