import { useEffect, useEffectEvent, useRef } from 'react'
import { draftContent } from '@/client/shared/event-form/draft/use-draft'
import { emptyValues, isUntouched, oneLinkOfEachType } from '@/client/shared/event-form/form-values'
import type { EventFormValues } from '@/client/shared/event-form/form-values'
import { preparePhoto } from '@/client/shared/photos/prepare-photo'
import { photoErrorText } from '@/client/shared/photos/photo-field'
import { loadOfflineClient, report } from '@/client/shared/offline/offline-client'
import { toast } from '@/client/shared/notifications/toast'
import { Spinner } from '@/client/design-system/skeleton'
import * as m from '@/messages/compiled/messages.js'
import { newId } from '@/offline/platform/deferred'
import type { Shared } from '@/offline/outbox/database'
import { INFO_LINK_TYPES, infoLinkProblem } from '@/domain/events/info-link'
import { toLines, toOneLine } from '@/domain/text/plain-text'
import { addressesIn, splitAtLinks } from '@/domain/text/web-address'

/**
 * Makes what was shared into the app (manifest, share_target) a draft of its own, before the form is opened: from then on neither a
 * reload nor a kill loses it, and what the person had written stays as it was. `onReady` in any case.
 */
export function SharedContent({ onReady }: { onReady: () => void }) {
  const isBegun = useRef(false)
  const store = useEffectEvent(async () => {
    try {
      await storeAsDraft()
    } catch (error) {
      report('What was shared could not be read.', error)
      toast.error(m.form_shared_failed())
    }
    onReady()
  })
  useEffect(() => {
    if (isBegun.current) return
    isBegun.current = true
    void store()
  }, [])
  return <Spinner label={m.form_edit_loading()} />
}

async function storeAsDraft(): Promise<void> {
  const { outbox, session } = await loadOfflineClient()
  await session.ready
  const shared = await outbox.drafts.shared()
  // The worker stored nothing: it could not use what was shared, or the device was full.
  if (shared === undefined) return void toast.error(m.form_shared_failed())
  const photo = shared.photo && (await usablePhoto(shared.photo))
  const values = { ...emptyValues(), ...sharedValues(shared) }
  const isUsed = photo !== undefined || !isUntouched(values)
  const email = session.current()?.user.email ?? ''
  const draft = {
    key: { slot: 'event/new', token: newId() },
    content: draftContent({ ...values, email }, { origin: { kind: 'shared' } }),
    photo,
    hadPhoto: photo !== undefined,
    revision: 0,
  } as const
  await outbox.drafts.settleShared(shared, isUsed ? draft : undefined)
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
export function sharedValues({ title, text, url }: Omit<Shared, 'photo'>): Partial<EventFormValues> {
  const data = addressesIn(url).at(-1) ?? addressesIn(text).at(-1) ?? ''
  const type = INFO_LINK_TYPES.find((one) => infoLinkProblem(one, data) === undefined)
  const saysMore = (line: string) =>
    splitAtLinks(line).some(
      (part) => (type === undefined || part.href !== data) && /[^\p{P}\s]/u.test(part.text),
    )
  return {
    title: toOneLine(title),
    description: toLines([text, url].filter(saysMore).join('\n')),
    links: oneLinkOfEachType(type === undefined ? [] : [{ type, data }]),
  }
}
