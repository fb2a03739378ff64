import { useEffect, useEffectEvent, useRef } from 'react'
import { draftContent, readDraftContent } from '@/client/kit/event-form/draft'
import { emptyValues } from '@/client/kit/event-form/form-values'
import { preparePhoto } from '@/client/kit/event-form/prepare-photo'
import { photoErrorText } from '@/client/kit/photo-field'
import { loadOfflineClient } from '@/client/shell/offline-client'
import { report } from '@/client/shell/report'
import { toast } from '@/client/shell/toast'
import { Spinner } from '@/client/ui/spinner'
import * as m from '@/messages/compiled/messages.js'
import { newId } from '@/offline/new-id'
import type { Draft } from '@/offline/outbox/drafts'

const SLOT = 'event/new'

/**
 * Makes the photo that was shared into the app (manifest, share_target) a draft, before the form is opened: from then on
 * neither a reload nor a kill loses it. `onReady` in any case.
 */
export function SharedPhoto({ onReady }: { onReady: () => void }) {
  const isBegun = useRef(false)
  const store = useEffectEvent(async () => {
    try {
      await storeSharedPhoto()
    } catch (error) {
      report('The shared photo could not be read.', error)
      toast.error(m.form_photo_shared_failed())
    }
    onReady()
  })
  useEffect(() => {
    if (isBegun.current) return
    isBegun.current = true
    void store()
  }, [])
  return <Spinner label={m.form_photo_busy()} />
}

async function storeSharedPhoto(): Promise<void> {
  const { outbox, session } = await loadOfflineClient()
  await session.ready
  const shared = await outbox.drafts.sharedPhoto()
  if (shared === undefined) return
  const prepared = await preparePhoto(new Blob([shared.bytes], { type: shared.type }), shared.name)
  if ('photo' in prepared) {
    const email = session.current()?.user.email ?? ''
    const draft = draftFor(await outbox.drafts.list(SLOT), email)
    await outbox.drafts.put({ ...draft, photo: prepared.photo, hadPhoto: true })
  } else {
    toast.error(m.form_photo_shared_failed(), { description: photoErrorText(prepared.error) })
  }
  await outbox.drafts.removeSharedPhoto()
}

/** The last written draft, unless it has a photo: a second poster is another event. */
function draftFor([last]: readonly Draft[], email: string): Draft {
  if (last !== undefined && !last.hadPhoto && readDraftContent(last.content) !== undefined) return last
  return {
    key: { slot: SLOT, token: newId() },
    content: draftContent({ ...emptyValues(), email }, { kind: 'shared-photo' }),
    photo: undefined,
    hadPhoto: false,
    revision: 0,
  }
}
