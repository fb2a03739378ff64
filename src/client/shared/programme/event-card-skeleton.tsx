import { Skeleton } from '@/client/design-system/skeleton'
import { eventCard } from 'styled-system/recipes'

/** Skeleton of a card, of its size. */
export function EventCardSkeleton({ layout = 'grid' }: { layout?: 'grid' | 'compact' }) {
  const styles = eventCard({ layout })
  return (
    <div className={styles.root}>
      <div className={styles.media}>
        <Skeleton height="100%" />
      </div>
      <div className={styles.body}>
        <Skeleton width="3.5rem" height="4rem" className={styles.date} />
        <Skeleton width="80%" height="1.4rem" />
        <Skeleton width="60%" />
        <Skeleton width="50%" />
        <Skeleton height="2.4rem" />
      </div>
    </div>
  )
}
