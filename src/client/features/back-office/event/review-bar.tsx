import { Suspense, lazy, useState } from 'react'
import { Button } from '@/client/ui/button'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { useReviewKeys } from './use-review-keys'
import type { ReviewDesk } from './use-review-desk'
import { useShortcutsSetting } from './shortcuts-setting'

const ShortcutsDialog = lazy(async () => ({
  default: (await import('./shortcuts-dialog')).ShortcutsDialog,
}))

/** The review queue: where one stands in it, the way through it, and its keys. For an event that is on review. */
export function ReviewBar({ desk }: { desk: ReviewDesk }) {
  const { place, total, isInQueue, isOnReview, isBusy, show } = desk
  const [isHelpOpen, setHelpOpen] = useState(false)
  const [areKeysOn, setKeysOn] = useShortcutsSetting()
  const step = (id: string | undefined) => (id === undefined || isBusy ? undefined : () => show(id))
  const keys = {
    j: step(place.next),
    k: step(place.previous),
    a: isOnReview ? () => desk.review('key', 'approve') : undefined,
    r: isOnReview ? () => desk.setRejectingWith('key') : undefined,
    u: desk.undo,
    '?': () => setHelpOpen(true),
  }
  const isShown = isOnReview || isInQueue
  // A dialog that is still being loaded is open already: what is typed is meant for it.
  const isDialogOpen = desk.rejectingWith !== undefined || isHelpOpen
  useReviewKeys(isShown ? keys : { u: desk.undo }, areKeysOn && !isDialogOpen)
  if (!isShown) return null
  return (
    <section className={bar} aria-label={m.admin_event_queue()}>
      <output className={position}>
        {place.position === undefined || total === undefined
          ? m.admin_event_queue()
          : m.admin_event_queue_position({ n: place.position, total })}
      </output>
      <div className={actions}>
        <Button variant="ghost" size="sm" aria-disabled={keys.k === undefined} onClick={keys.k}>
          {m.admin_event_queue_previous()}
        </Button>
        <Button variant="ghost" size="sm" aria-disabled={keys.j === undefined} onClick={keys.j}>
          {m.admin_event_queue_next()}
        </Button>
        <Button variant="ghost" size="sm" onClick={keys['?']}>
          {m.admin_event_keys()}
        </Button>
      </div>
      {isHelpOpen ? (
        <Suspense>
          <ShortcutsDialog areOn={areKeysOn} onToggle={setKeysOn} onClose={() => setHelpOpen(false)} />
        </Suspense>
      ) : null}
    </section>
  )
}

const bar = css({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '2',
  alignItems: 'center',
  justifyContent: 'space-between',
})
const position = css({ textStyle: 'label', color: 'fg.muted' })
const actions = css({ display: 'flex', flexWrap: 'wrap', gap: '2' })
