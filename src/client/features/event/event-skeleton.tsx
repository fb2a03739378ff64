import { Skeleton } from '@/client/design-system/skeleton'
import { LiveRegion } from '@/client/design-system/visually-hidden'
import * as m from '@/messages/compiled/messages.js'
import { css, cx } from 'styled-system/css'
import { page } from 'styled-system/patterns'

/** The page's skeleton while it is loading (rules 2.6). */
export function EventSkeleton() {
  return (
    <div className={cx(page(), layout)}>
      <LiveRegion>{m.event_loading()}</LiveRegion>
      <Skeleton width="70%" height="2.5rem" />
      <Skeleton width="40%" height="1.5rem" />
      <Skeleton width="55%" />
      <Skeleton width="50%" />
      <Skeleton className={photo} height="auto" />
      <Skeleton height="8rem" />
    </div>
  )
}

const layout = css({ display: 'grid', gap: '4', paddingBlock: { base: '6', md: '10' } })
const photo = css({ aspectRatio: '[16 / 9]', borderRadius: 'lg', maxWidth: '[48rem]' })
