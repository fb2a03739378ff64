import { Skeleton } from '@/client/design-system/skeleton'
import { LiveRegion } from '@/client/design-system/visually-hidden'
import * as m from '@/messages/compiled/messages.js'
import { column, columns } from './profile-layout'

/** The server renders it, and so does a browser until it knows who is signed in. */
export function ProfileSkeleton() {
  return (
    <div className={columns}>
      <LiveRegion>{m.profile_loading()}</LiveRegion>
      <div className={column}>
        <Skeleton height="12rem" />
        <Skeleton height="20rem" />
      </div>
      <div className={column}>
        <Skeleton height="22rem" />
        <Skeleton height="12rem" />
      </div>
    </div>
  )
}
