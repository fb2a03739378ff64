import { useSyncExternalStore } from 'react'
import { Button, IconButton } from '@/client/design-system/button'
import { HeartIcon } from 'lucide-react'
import * as m from '@/messages/compiled/messages.js'
import type { EventToSave, SavedEvents } from '@/offline/saved/saved-events'
import { toast } from '@/client/shared/notifications/toast'
import { loadOfflineClient, report } from '@/client/shared/offline/offline-client'
import { createListeners } from '@/offline/platform/change-notifier'
import { css, cx } from 'styled-system/css'

interface SaveHeartProps extends EventToSave {
  className?: string | undefined
}

/** The heart on a card; over a small picture its circle leaves the picture in sight, and the target is as large. */
export function SaveHeart({ className, isSmall = false, ...toSave }: SaveHeartProps & { isSmall?: boolean }) {
  const { isRefused, ...toggle } = useSaveToggle(toSave)
  const label = isRefused ? m.saved_refused() : m.saved_save_event({ title: toSave.event.title })
  return (
    <IconButton
      variant={isSmall ? 'ghost' : 'solid'}
      label={label}
      icon={
        isSmall ? (
          <span className={circle}>
            <HeartIcon size="1.25rem" />
          </span>
        ) : (
          <HeartIcon />
        )
      }
      className={cx(filledWhenPressed, className)}
      {...toggle}
    />
  )
}

export function RowHeart(toSave: EventToSave) {
  return <SaveHeart isSmall className={corner} {...toSave} />
}

export function SaveButton({ className, ...toSave }: SaveHeartProps) {
  const { isRefused, ...toggle } = useSaveToggle(toSave)
  return (
    <Button variant="ghost" className={cx(filledWhenPressed, className)} {...toggle}>
      <HeartIcon size="1.25rem" />
      {isRefused ? m.saved_refused() : m.saved_save()}
    </Button>
  )
}

const filledWhenPressed = css({ '&[aria-pressed=true] svg': { fill: '[currentColor]' } })
// The circle stands over the picture's corner, the target reaches inwards from there.
const corner = css({ position: 'absolute', right: '-1', bottom: '-1', zIndex: 'raised', placeContent: 'end' })
const circle = css({ display: 'grid', padding: '1', borderRadius: 'full', bg: 'bg.raised', boxShadow: 'mid' })

function useSaveToggle(toSave: EventToSave) {
  const isSaved = useIsSaved(toSave.event.id)
  const isRefused = isSaved === 'unreadable'
  const onClick = () =>
    void change((saved) => (isSaved === true ? remove(saved, toSave.event.id) : saved.save([toSave])))
  return {
    'aria-pressed': isSaved === true,
    ...(isRefused && { 'aria-disabled': true as const }),
    onClick: isRefused ? toastRefused : onClick,
    isRefused,
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
    await work((await loadOfflineClient()).saved)
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

let ids: SavedIds
let isStarted = false
const listeners = createListeners()

function useIsSaved(eventId: string): boolean | 'unreadable' {
  return useSyncExternalStore(
    subscribe,
    () => (ids === 'unreadable' ? ids : ids?.has(eventId) === true),
    () => false,
  )
}

function subscribe(listener: () => void): () => void {
  if (!isStarted) {
    isStarted = true
    loadOfflineClient().then(
      ({ saved }) => saved.watchIds(setIds),
      // A chunk that failed to load is tried again with the next heart.
      () => (isStarted = false),
    )
  }
  return listeners.subscribe(listener)
}

function setIds(found: SavedIds): void {
  ids = found
  listeners.notify()
}
