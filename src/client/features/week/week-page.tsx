import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link, useRouteContext } from '@tanstack/react-router'
import { useMemo } from 'react'
import { Button } from '@/client/design-system/button'
import { EmptyState } from '@/client/design-system/empty-state'
import { SearchIcon } from '@/client/design-system/icons/icons'
import { Skeleton } from '@/client/design-system/skeleton'
import { Unreachable } from '@/client/shared/offline/unreachable'
import { Freshness } from '@/client/shared/time/freshness'
import { useNow } from '@/client/shared/time/use-now'
import { dayAfter } from '@/client/shared/time/village-days'
import { villageDay } from '@/domain/time/local-time'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { SITE } from '@/site/site'
import { css, cx } from 'styled-system/css'
import { cluster, page } from 'styled-system/patterns'
import { button } from 'styled-system/recipes'
import { daysOfWeek, daysToCome, weekOf } from './iso-week'
import { weekQuery } from './week-query'
import { readWeekSearch, weekFilter } from './week-search'
import type { WeekSearch } from './week-search'
import { WeekSheet } from './week-sheet'

const thisWeek = getRouteApi('/week')
const anyWeek = getRouteApi('/week/$week')

export function ThisWeekPage() {
  const now = useNow()
  return <WeekPage week={weekOf(villageDay(now))} search={thisWeek.useSearch({ select: readWeekSearch })} />
}

export function WeekOfPage() {
  return <WeekPage week={anyWeek.useParams().week} search={anyWeek.useSearch({ select: readWeekSearch })} />
}

/** A week as one prints it, with the way to print it and to the weeks beside it. */
function WeekPage({ week, search }: { week: string; search: WeekSearch }) {
  const { programme } = useRouteContext({ from: '__root__' })
  const now = useNow()
  const today = villageDay(now)
  const days = useMemo(() => daysToCome(week, today) ?? [], [week, today])
  const query = useQuery({ ...weekQuery(programme, days, weekFilter(search)), retryOnMount: false })
  const { data, error, isFetching } = query
  // The page was open until its week was over.
  if (days.length === 0) return <NoSuchWeek />
  if (data === undefined)
    return error !== null && !isFetching ? (
      <Unreachable title={m.week_failed()} error={error} onRetry={() => void query.refetch()} />
    ) : (
      <WeekSkeleton />
    )
  const monday = daysOfWeek(week)?.[0] ?? ''
  const isFirst = monday <= today
  return (
    <div className={cx(page(), layout)}>
      <WeekSheet days={data.data} today={today} locale={search.lang ?? getLocale()}>
        <div className={cx(cluster(), onScreen)} lang={getLocale()}>
          <Button variant="secondary" onClick={() => window.print()}>
            {m.week_print()}
          </Button>
          {isFirst ? null : (
            <WeekLink week={weekOf(dayAfter(monday, -7))} search={search} text={m.week_previous()} />
          )}
          <WeekLink week={weekOf(dayAfter(monday, 7))} search={search} text={m.week_next()} />
          <Freshness savedAt={data.savedAt} fetchedAt={query.dataUpdatedAt} isFailed={query.isError} />
        </div>
      </WeekSheet>
    </div>
  )
}

function WeekLink({ week, search, text }: { week: string; search: WeekSearch; text: string }) {
  return (
    <Link to="/week/$week" params={{ week }} search={search} className={button({ variant: 'secondary' })}>
      {text}
    </Link>
  )
}

/** An address that names no week. */
export function NoSuchWeek() {
  return (
    <EmptyState
      level={1}
      title={m.shell_not_found()}
      art={<SearchIcon size={48} />}
      actions={
        <Link to="/week" className={button()}>
          {m.week_title({ village: SITE.village })}
        </Link>
      }
    />
  )
}

export function WeekSkeleton() {
  return (
    <div className={cx(page(), layout)} aria-busy aria-label={m.week_loading()}>
      <Skeleton height="3rem" />
      <Skeleton height="20rem" />
    </div>
  )
}

const layout = css({
  display: 'grid',
  gridTemplateColumns: '[minmax(0, 1fr)]',
  gap: '4',
  paddingBlock: { base: '6', md: '12' },
  _print: { display: 'block' },
})
const onScreen = css({ marginTop: '4', _print: { display: 'none' } })
