import { memo, startTransition, useCallback, useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'
import { css, cx } from 'styled-system/css'
import { EventRow } from './event-row'
import type { EventRowActions } from './event-row'

const NONE: ReadonlySet<string> = new Set()
/** Heights (px) of pages by density and the id of their first event: a list that is shown again has its length at once. */
const heights = new Map<string, number>()
/** The height of a row (px), before any was measured. */
const rowHeights = { comfortable: 150, dense: 45 }

interface Rows extends EventRowActions {
  events: readonly BackOfficeEvent[]
  selectedIds: ReadonlySet<string>
  /** The id of the event that is being reviewed. */
  busyId: string | undefined
}

/**
 * The rows of one page. Far from the viewport they are not much more than titles: thousands of them cost little, and are still
 * found in the page, reached by keyboard and read aloud.
 */
export function EventRows({ isNearViewportAtFirst, ...rows }: Rows & { isNearViewportAtFirst: boolean }) {
  const element = useRef<HTMLDivElement>(null)
  const density = rows.isDense ? 'dense' : 'comfortable'
  const heightKey = `${density} ${rows.events[0]?.id}`
  const count = rows.events.length
  const remember = useCallback(
    (px: number) => {
      if (px === 0 || count === 0) return
      heights.set(heightKey, px)
      rowHeights[density] = px / count
    },
    [heightKey, density, count],
  )
  const isNearViewport = useNearViewport(element, isNearViewportAtFirst, remember)
  if (count === 0) return null
  return (
    <div
      ref={element}
      className={cx(frame, rows.isDense && dense, !isNearViewport && far)}
      style={isNearViewport ? undefined : { height: heights.get(heightKey) ?? rowHeights[density] * count }}
    >
      <RowsOf
        {...rows}
        isNearViewport={isNearViewport}
        // A change that a far row does not show must not render it again.
        selectedIds={isNearViewport ? rows.selectedIds : NONE}
        busyId={isNearViewport ? rows.busyId : undefined}
      />
    </div>
  )
}

const RowsOf = memo(function RowsOf({
  events,
  selectedIds,
  busyId,
  ...row
}: Rows & { isNearViewport: boolean }) {
  return events.map((event) => (
    <EventRow
      key={event.id}
      event={event}
      isSelected={selectedIds.has(event.id)}
      isBusy={busyId === event.id}
      {...row}
    />
  ))
})

const frame = css({ display: 'grid', gap: '3', minWidth: '0' })
const dense = css({ gap: '0' })
const far = css({ contentVisibility: 'auto', gridAutoRows: '[1fr]', overflow: 'clip' })

/** How much around the viewport is near: a screen and a half, both ways. */
const MARGIN = '150% 0px'

/**
 * IntersectionObserver: whether an element is in the viewport or near it. What has the focus stays near. `onHeight` gets the
 * element's height (px) as it leaves.
 */
function useNearViewport(
  element: RefObject<HTMLElement | null>,
  isNearViewportAtFirst: boolean,
  onHeight: (px: number) => void,
): boolean {
  const [isNearViewport, setIsNearViewport] = useState(isNearViewportAtFirst)
  useEffect(() => {
    const { current } = element
    if (current === null) return
    const observer = new IntersectionObserver(
      (entries) => {
        const entry = entries.at(-1)
        if (entry === undefined) return
        if (!entry.isIntersecting && current.contains(document.activeElement)) return
        if (!entry.isIntersecting) onHeight(entry.boundingClientRect.height)
        startTransition(() => setIsNearViewport(entry.isIntersecting))
      },
      { rootMargin: MARGIN },
    )
    observer.observe(current)
    return () => observer.disconnect()
  }, [element, onHeight])
  return isNearViewport
}
