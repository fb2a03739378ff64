import { useState } from 'react'
import { lazyDialog } from '@/client/shared/loading/lazy-dialog'
import { IconButton } from '@/client/design-system/icon-button'
import { ChevronLeftIcon, ChevronRightIcon } from '@/client/design-system/icons/icons'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { KeyCap } from './key-cap'
import { useReviewKeys } from './use-review-keys'
import type { ReviewKeys } from './use-review-keys'
import type { ReviewDesk } from './use-review-desk'
import { useShortcutsSetting } from './shortcuts-setting'

const ShortcutsDialog = lazyDialog(async () => (await import('./shortcuts-dialog')).ShortcutsDialog)

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
      <div className={part}>
        <IconButton
          label={m.admin_event_queue_previous()}
          icon={<ChevronLeftIcon size={20} />}
          aria-disabled={keys.k === undefined}
          onClick={keys.k}
        />
        <output className={position}>
          {place.position === undefined || total === undefined
            ? m.admin_event_queue()
            : m.admin_event_queue_position({ n: place.position, total })}
        </output>
        <IconButton
          label={m.admin_event_queue_next()}
          icon={<ChevronRightIcon size={20} />}
          aria-disabled={keys.j === undefined}
          onClick={keys.j}
        />
      </div>
      <div className={part}>
        {areKeysOn ? <Legend keys={keys} /> : null}
        <IconButton label={m.admin_event_keys()} icon={<KeyCap>?</KeyCap>} onClick={keys['?']} />
      </div>
      {isHelpOpen ? (
        <ShortcutsDialog areOn={areKeysOn} onToggle={setKeysOn} onClose={() => setHelpOpen(false)} />
      ) : null}
    </section>
  )
}

/** What the keys do now; the dialog says it to screen readers. */
function Legend({ keys }: { keys: ReviewKeys }) {
  const lines = [
    ['k', m.admin_event_key_back],
    ['j', m.admin_event_key_on],
    ['a', m.admin_approve],
    ['r', m.admin_reject],
    ['u', m.admin_event_undo],
  ] as const
  return (
    <span className={legend} aria-hidden>
      {lines.map(([key, label]) =>
        keys[key] === undefined ? null : (
          <span key={key} className={part}>
            <KeyCap>{key}</KeyCap>
            {label()}
          </span>
        ),
      )}
    </span>
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
const part = css({ display: 'flex', gap: '2', alignItems: 'center', minWidth: '0' })
// Where there is no keyboard there is no room either.
const legend = css({
  display: { base: 'none', md: 'flex' },
  flexWrap: 'wrap',
  columnGap: '4',
  rowGap: '1',
  textStyle: 'small',
  color: 'fg.muted',
})
