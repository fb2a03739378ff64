import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { failureText } from '@/client/shared/forms/server-error-text'
import { useInView } from '@/client/shared/loading/use-in-view'
import { outcomeOf } from '@/client/shared/offline/call-failed'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { EmptyState } from '@/client/design-system/empty-state'
import { SearchIcon } from '@/client/design-system/icons/icons'
import { Skeleton } from '@/client/design-system/skeleton'
import { LiveRegion } from '@/client/design-system/visually-hidden'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { LoadFailed } from './load-failed'

interface PagedListProps<T extends { id: string }> {
  list: UseInfiniteQueryResult<InfiniteData<{ items: T[]; has_more: boolean }>>
  /** The titles of the two states without items. */
  empty: string
  failed: string
  /** The icon over the empty list, for lists that are not searched. */
  Icon?: typeof SearchIcon
  /** The height of the skeletons, so that nothing jumps. */
  rowHeight?: string
  children: (items: T[]) => ReactNode
}

/** A list of the back office in all its states; the next page comes as its end comes into view. */
export function PagedList<T extends { id: string }>({
  list,
  empty,
  failed,
  Icon = SearchIcon,
  rowHeight,
  children,
}: PagedListProps<T>) {
  // After a failure only the button tries again.
  const isReady = list.hasNextPage && !list.isFetchingNextPage && !list.isFetchNextPageError
  const end = useInView(isReady, () => void list.fetchNextPage())
  const all = list.data?.pages.flatMap((page) => page.items) ?? []
  // New rows move the server's pages on: the next one begins with rows that are there.
  const items = [...new Map(all.map((item) => [item.id, item])).values()]
  return (
    <>
      {list.isPending ? <ListSkeleton rowHeight={rowHeight} /> : null}
      {list.isError && !list.isFetchNextPageError ? (
        <LoadFailed title={failed} error={list.error} onRetry={() => list.refetch()} />
      ) : null}
      {/* The empty list is announced, too: it may be what a search has found. */}
      <div aria-live="polite" className={contents}>
        {list.isSuccess && items.length === 0 && !list.hasNextPage ? (
          <EmptyState title={empty} art={<Icon size={40} />} />
        ) : null}
      </div>
      {items.length > 0 ? children(items) : null}
      {list.hasNextPage ? (
        <div ref={end} className={more}>
          {list.isFetchNextPageError ? (
            <Banner tone="danger" role="alert" title={failed}>
              {failureText(outcomeOf(list.error))}
            </Banner>
          ) : null}
          <Button
            variant="secondary"
            busy={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            {list.isFetchNextPageError ? m.admin_try_again() : m.admin_show_more()}
          </Button>
        </div>
      ) : null}
    </>
  )
}

export function ListSkeleton({ rowHeight = '4rem' }: { rowHeight?: string | undefined }) {
  return (
    <div className={skeleton}>
      <LiveRegion>{m.admin_loading()}</LiveRegion>
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} height={rowHeight} />
      ))}
    </div>
  )
}

const skeleton = css({ display: 'grid', gap: '3', minWidth: '0' })
const more = css({ display: 'grid', gap: '3', justifyItems: 'center' })
const contents = css({ display: 'contents' })
