import { Skeleton } from '@/client/design-system/skeleton'
import { LiveRegion } from '@/client/design-system/visually-hidden'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'

/** An event's page, or its form, while it is loading. */
export function EventSkeleton({ isForm }: { isForm: boolean }) {
  return (
    <div className={frame}>
      <LiveRegion>{m.admin_loading()}</LiveRegion>
      <Skeleton height={isForm ? '4.5rem' : '2.75rem'} width={isForm ? '100%' : 'min(28rem, 100%)'} />
      <Skeleton height={isForm ? '14rem' : '2.75rem'} width={isForm ? '100%' : 'min(20rem, 100%)'} />
      <div className={isForm ? undefined : columns}>
        <Skeleton height="20rem" />
        {isForm ? null : <Skeleton height="20rem" />}
      </div>
    </div>
  )
}

const frame = css({ display: 'grid', gap: '6', minWidth: '0' })
// The columns are those of the facts.
const columns = css({
  display: 'grid',
  gap: '8',
  gridTemplateColumns: { base: '[minmax(0, 1fr)]', lg: '[minmax(0, 3fr) minmax(0, 2fr)]' },
})
