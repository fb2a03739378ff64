import { useId } from 'react'
import type { ReactNode } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import { Button } from '@/client/design-system/button'
import { Skeleton } from '@/client/design-system/skeleton'
import * as m from '@/messages/compiled/messages.js'
import { getOverview } from '@/contract/back-office/back-office-overview'
import { countUsers } from '@/contract/back-office/back-office-people'
import { filterTagsQuery } from '@/client/back-office/shared/named-queries'
import { backOfficeQuery, countsQuery, callApi } from '@/client/back-office/shared/back-office-queries'
import { css, cx } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { card } from 'styled-system/recipes'

export function Panel({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
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
  height: string
  children: (data: T) => ReactNode
}

/** A part of the dashboard: loading, failed, or its data; a refetch that fails leaves what is there. */
export function Loaded<T>({ query, height, children }: LoadedProps<T>) {
  if (query.data !== undefined) return children(query.data)
  if (!query.isError) return <Skeleton height={height} />
  return (
    <div className={cluster({ gap: '3' })}>
      <span className={muted}>{m.admin_dashboard_part_failed()}</span>
      <Button variant="secondary" size="sm" busy={query.isFetching} onClick={() => void query.refetch()}>
        {m.admin_try_again()}
      </Button>
    </div>
  )
}

/** These options refetch while the page is visible; coming back to it refetches at once. */
const LIVE = { refetchInterval: 30_000, staleTime: 0 } as const

export function liveEventCountsQuery() {
  return { ...countsQuery(), ...LIVE }
}

export function liveTagsQuery() {
  return { ...filterTagsQuery(), ...LIVE }
}

export function liveUserCountsQuery() {
  const query = backOfficeQuery(['user-counts'], ({ signal }) => callApi(countUsers, {}, { signal }))
  return { ...query, ...LIVE }
}

export function liveOverviewQuery() {
  const query = backOfficeQuery(['overview'], ({ signal }) => callApi(getOverview, {}, { signal }))
  return { ...query, ...LIVE }
}
