import { useInfiniteQuery } from '@tanstack/react-query'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { PagedList } from '@/client/back-office/layout/lists/paged-list'
import { activitiesQuery } from './activity-queries'
import { ActivityTable } from './activity-table'

/** The activities of administrators that changed one event, tag, person or message. */
export function ActivityOf({ subjectId }: { subjectId: string }) {
  const list = useInfiniteQuery(activitiesQuery({ subject_id: subjectId }))
  const isEmpty = list.data?.pages[0]?.items.length === 0
  return (
    <section className={section} aria-labelledby="activity-of">
      <h2 id="activity-of" className={heading}>
        {m.admin_activity_of_title()}
      </h2>
      {isEmpty ? (
        <p className={muted}>{m.admin_activity_of_none()}</p>
      ) : (
        <PagedList list={list} empty={m.admin_activity_none()} failed={m.admin_activity_failed()}>
          {(entries) => <ActivityTable entries={entries} hasSubject={false} />}
        </PagedList>
      )}
    </section>
  )
}

const section = css({ display: 'grid', gap: '3', minWidth: '0' })
const heading = css({ textStyle: 'subheading' })
const muted = css({ color: 'fg.muted' })
