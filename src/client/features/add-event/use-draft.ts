import { useCallback, useEffect, useRef, useState } from 'react'
import { draftStorage, dropDraft, keepDraft, readDraft } from '@/client/kit/event-form/draft'
import type { Draft, DraftSlot } from '@/client/kit/event-form/draft'
import { isUntouched } from '@/client/kit/event-form/form-values'
import type { EventFormValues } from '@/client/kit/event-form/form-values'
import type { OutboxPhoto } from '@/offline/outbox/entry'

/** Writing at every key would be felt on a slow phone. */
const KEEP_AFTER_MS = 400

/** Keeps what stands in a form on this device, and gives back what was there. Ready only in the browser. */
export function useDraft(slot: DraftSlot) {
  const [restored, setRestored] = useState<Draft>()
  const [isReady, setReady] = useState(false)
  const [isDirty, setDirty] = useState(false)
  const [openedAt, setOpenedAt] = useState(0)
  const pending = useRef<Draft>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const flush = useCallback(() => {
    clearTimeout(timer.current)
    if (pending.current) keepDraft(draftStorage(), slot, pending.current)
    pending.current = undefined
  }, [slot])

  useEffect(() => {
    const draft = readDraft(draftStorage(), slot)
    // oxlint-disable-next-line react/set-state-in-effect -- the server, which draws the form first, has no storage
    setRestored(draft)
    setOpenedAt(draft?.openedAt ?? Date.now())
    setDirty(draft !== undefined)
    setReady(true)
  }, [slot])

  useEffect(() => {
    // A page that is put away may never be heard of again.
    const onHide = () => document.visibilityState === 'hidden' && flush()
    document.addEventListener('visibilitychange', onHide)
    window.addEventListener('pagehide', flush)
    return () => {
      document.removeEventListener('visibilitychange', onHide)
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }, [flush])

  const keep = (values: EventFormValues, photo: OutboxPhoto | undefined) => {
    pending.current = { values, hadPhoto: photo !== undefined, openedAt }
    setDirty(!isUntouched(values) || photo !== undefined)
    clearTimeout(timer.current)
    timer.current = setTimeout(flush, KEEP_AFTER_MS)
  }
  const drop = () => {
    clearTimeout(timer.current)
    pending.current = undefined
    dropDraft(draftStorage(), slot)
    setDirty(false)
    setOpenedAt(Date.now())
  }
  return { restored, isReady, isDirty, openedAt, keep, drop }
}
