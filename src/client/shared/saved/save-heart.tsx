import { useSyncExternalStore } from 'react'
import { Button, IconButton } from '@/client/design-system/button'
import { HeartIcon } from 'lucide-react'
import * as m from '@/messages/compiled/messages.js'
import type { EventToSave, SavedEvents } from '@/offline/saved/saved-events'
import { toast } from '@/client/shared/notifications/toast'
import { report } from '@/client/shared/offline/offline-client'
import { loadPageProgramme } from '@/client/shared/offline/page-programme'
import { pageValue } from '@/client/shared/loading/page-value'
import { css, cx } from 'styled-system/css'

type SaveHeartProps = EventToSave & { className?: string; isInRow?: boolean }

/** A heart alone: over a picture it has a ground, in a row none. */
export function SaveHeart({ className, isInRow = false, ...toSave }: SaveHeartProps) {
  const { isSaved, isRefused, ...toggle } = useSaveToggle(toSave)
  const label = isRefused ? m.saved_refused() : m.saved_save_event({ title: toSave.event.title })
  return (
    <IconButton
      variant={isInRow ? 'ghost' : 'solid'}
      label={label}
      title={isSaved ? m.saved_saved() : label}
      aria-pressed={isSaved}
      icon={<HeartIcon size={isInRow ? '1.25rem' : '1.5rem'} />}
      className={cx(answering, className)}
      {...toggle}
    />
  )
}

export function SaveButton(toSave: EventToSave) {
  const { isSaved, isRefused, ...toggle } = useSaveToggle(toSave)
  return (
    <Button variant="secondary" className={answering} {...toggle}>
      <HeartIcon size="1.25rem" />
      {isRefused ? m.saved_refused() : isSaved ? m.saved_saved() : m.saved_save()}
    </Button>
  )
}

// Under a finger the heart gives way, and springs back beyond its size.
const answering = css({
  '& svg': { transition: '[scale 300ms cubic-bezier(0.3, 2.6, 0.5, 1)]' },
  '&:active svg': { scale: '[0.75]', transitionDuration: '[80ms]' },
  '&[data-state=on] svg': { fill: '[currentColor]' },
})

function useSaveToggle(toSave: EventToSave) {
  const found = useIsSaved(toSave.event.id)
  const isRefused = found === 'unreadable'
  const isSaved = found === true
  const toggle = () =>
    void change((saved) => (isSaved ? remove(saved, toSave.event.id) : saved.save([toSave])))
  return {
    isSaved,
    isRefused,
    'data-state': isSaved ? 'on' : 'off',
    ...(isRefused && { 'aria-disabled': true as const }),
    onClick: isRefused ? toastRefused : toggle,
  }
}

async function remove(saved: SavedEvents, eventId: string): Promise<void> {
  const record = await saved.remove(eventId)
  if (record === undefined) return
  const onPress = () => void change((again) => again.restore(record))
  toast.success(m.saved_removed(), { action: { label: m.saved_undo(), onPress } })
}

async function change(work: (saved: SavedEvents) => Promise<void>): Promise<void> {
  try {
    await work((await loadPageProgramme()).saved)
  } catch (error) {
    report('The event could not be saved.', error)
    toastRefused()
  }
}

function toastRefused(): void {
  toast.error(m.saved_refused(), { description: m.saved_refused_text() })
}

/** 'unreadable': the browser refuses storage. Undefined until it is known. */
type SavedIds = ReadonlySet<string> | 'unreadable' | undefined

const ids = pageValue<SavedIds>(undefined)
let isStarted = false

function useIsSaved(eventId: string): boolean | 'unreadable' {
  return useSyncExternalStore(
    subscribe,
    () => {
      const known = ids.get()
      return known === 'unreadable' ? known : known?.has(eventId) === true
    },
    () => false,
  )
}

function subscribe(listener: () => void): () => void {
  if (!isStarted) {
    isStarted = true
    loadPageProgramme().then(
      ({ saved }) => saved.watchIds(ids.set),
      // A chunk that failed to load is tried again with the next heart.
      () => (isStarted = false),
    )
  }
  return ids.subscribe(listener)
}
