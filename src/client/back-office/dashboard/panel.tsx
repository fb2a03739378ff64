import { useId } from 'react'
import type { ReactNode } from 'react'
import { queryOptions } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import { Button } from '@/client/design-system/button'
import { Skeleton } from '@/client/design-system/skeleton'
import * as m from '@/messages/compiled/messages.js'
import { BACK_OFFICE_KEY } from '@/client/shared/session/account-queries'
import { unwrap } from '@/client/shared/offline/client-call'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { getOverview } from '@/contract/back-office/back-office-overview'
import { countUsers } from '@/contract/back-office/back-office-people'
import { filterTagsQuery } from '@/client/back-office/layout/lists/search/named-queries'
import { countsQuery } from '@/client/back-office/layout/review/back-office-queries'
import { css, cx } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { card } from 'styled-system/recipes'

interface PanelProps {
  title: string
  /** A link or a badge at the end of the line of the title. */
  aside?: ReactNode
  children: ReactNode
}

/** A card of the dashboard with its heading. */
export function Panel({ title, aside, children }: PanelProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={cx(card({ pad: true }), panel)}>
      <div className={cluster({ gap: '2', justify: 'space-between' })}>
        <h2 id={id} className={heading}>
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}

/** Names and values, a line each. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: string])[] }) {
  return (
    <dl className={list}>
      {facts.map(([name, value]) => (
        <div key={name} className={cluster({ gap: '2', justify: 'space-between' })}>
          <dt className={muted}>{name}</dt>
          <dd className={strong}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const panel = css({ display: 'grid', gap: '4', alignContent: 'start', minWidth: '0' })
const heading = css({ textStyle: 'subheading' })
const list = css({ display: 'grid', gap: '2' })
const muted = css({ color: 'fg.muted' })
const strong = css({ fontWeight: 'medium', overflowWrap: 'anywhere' })

interface LoadedProps<T> {
  query: Pick<UseQueryResult<T>, 'data' | 'isError' | 'isFetching' | 'refetch'>
  /** The height of the placeholder: that of the content. */
  height: string
  children: (data: T) => ReactNode
}

/** A part of the dashboard: loading, failed, or its data; a refetch that fails leaves what is there. */
export function Loaded<T>({ query, height, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data)
  if (!query.isError) return <Skeleton height={height} />
  return (
    <div className={cluster({ gap: '3' })}>
      <span className={loadedMuted}>{m.admin_dashboard_part_failed()}</span>
      <Button variant="secondary" size="sm" busy={query.isFetching} onClick={() => void query.refetch()}>
        {m.admin_try_again()}
      </Button>
    </div>
  )
}

const loadedMuted = css({ color: 'fg.muted' })

/** These options refetch while the page is visible; coming back to it refetches at once. */
const LIVE = { refetchInterval: 30_000, networkMode: 'online', staleTime: 0 } as const

/** Events by status. */
export function liveEventCountsQuery() {
  return { ...countsQuery(), ...LIVE }
}

/** All tags. */
export function liveTagsQuery() {
  return { ...filterTagsQuery(), ...LIVE }
}

/** People by role. */
export function liveUserCountsQuery() {
  return queryOptions({
    queryKey: [...BACK_OFFICE_KEY, 'user-counts'],
    queryFn: async ({ signal }) => {
      const { api } = await loadOfflineClient()
      return unwrap(await api.call(countUsers, {}, { signal }))
    },
    ...LIVE,
  })
}

/** How the app is doing. */
export function liveOverviewQuery() {
  return queryOptions({
    queryKey: [...BACK_OFFICE_KEY, 'overview'],
    queryFn: async ({ signal }) => {
      const { api } = await loadOfflineClient()
      return unwrap(await api.call(getOverview, {}, { signal }))
    },
    ...LIVE,
  })
}
