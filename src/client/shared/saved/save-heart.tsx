import { Button } from '@/client/design-system/button'
import { IconButton } from '@/client/design-system/icon-button'
import { HeartIcon } from '@/client/design-system/icons/icons'
import * as m from '@/messages/compiled/messages.js'
import type { EventToSave } from '@/offline/saved/saved-events'
import { css, cx } from 'styled-system/css'
import { useSaveToggle } from './use-save-toggle'

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
      icon={isSmall ? <Circle /> : <HeartIcon />}
      className={cx(filledWhenPressed, className)}
      {...toggle}
    />
  )
}

/** The heart on the picture of a row. */
export function RowHeart(toSave: EventToSave) {
  const { isRefused, ...toggle } = useSaveToggle(toSave)
  const label = isRefused ? m.saved_refused() : m.saved_save_event({ title: toSave.event.title })
  return <IconButton label={label} icon={<Circle />} className={cx(filledWhenPressed, corner)} {...toggle} />
}

function Circle() {
  return (
    <span className={circle}>
      <HeartIcon size={20} />
    </span>
  )
}

/** The heart's button on the page of an event. */
export function SaveButton({ className, ...toSave }: SaveHeartProps) {
  const { isRefused, ...toggle } = useSaveToggle(toSave)
  return (
    <Button variant="ghost" className={cx(filledWhenPressed, className)} {...toggle}>
      <HeartIcon size={20} />
      {isRefused ? m.saved_refused() : m.saved_save()}
    </Button>
  )
}

const filledWhenPressed = css({ '&[aria-pressed=true] svg': { fill: '[currentColor]' } })
// The circle stands over the picture's corner, the target reaches inwards from there.
const corner = css({ position: 'absolute', right: '-1', bottom: '-1', zIndex: 'raised', placeContent: 'end' })
const circle = css({ display: 'grid', padding: '1', borderRadius: 'full', bg: 'bg.raised', boxShadow: 'mid' })
