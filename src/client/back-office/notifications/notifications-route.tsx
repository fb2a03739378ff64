import { createFileRoute } from '@tanstack/react-router'
import { useInfiniteQuery } from '@tanstack/react-query'
import { BellIcon } from 'lucide-react'
import { pagedQuery } from '@/client/back-office/shared/back-office-queries'
import { RecordsPage } from '@/client/back-office/shared/page'
import { Instant, TruncatedText, type Columns } from '@/client/back-office/shared/table'
import { listNotifications, type BackOfficeNotification } from '@/contract/back-office/back-office-people'
import { cutText } from '@/domain/text/plain-text'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'

/** Truncations of rules 9. */
const TITLE_MAX = 30
const BODY_MAX = 50

const COLUMNS: Columns<BackOfficeNotification> = [
  [m.admin_people_notification_title, (one) => <TruncatedText text={one.title} max={TITLE_MAX} />],
  [m.admin_people_notification_body, (one) => <TruncatedText text={one.body} max={BODY_MAX} />],
  [m.admin_people_created_at, (one) => <Instant seconds={one.created_at} />],
]

function NotificationsPage() {
  const lines = css({ whiteSpace: 'pre-wrap' })
  return (
    <RecordsPage
      title={m.admin_nav_notifications()}
      list={useInfiniteQuery(pagedQuery('notifications', listNotifications))}
      Icon={BellIcon}
      empty={m.admin_people_notifications_none()}
      failed={m.admin_people_notifications_failed()}
      columns={COLUMNS}
      nameOf={({ title }) =>
        m.admin_people_notification_details_of({ title: cutText(title, TITLE_MAX, '…') })
      }
      detailsTitle={m.admin_people_notification_details()}
      renderFacts={({ title, body, data, created_at: at }) => [
        [m.admin_people_notification_title(), <bdi key="title">{title}</bdi>],
        [
          m.admin_people_notification_body(),
          <span key="body" className={lines}>
            {body}
          </span>,
        ],
        [
          m.admin_people_notification_data(),
          <code key="data" className={lines}>
            {JSON.stringify(data, null, 2)}
          </code>,
        ],
        [m.admin_people_created_at(), <Instant key="created" seconds={at} />],
      ]}
    />
  )
}

export const Route = createFileRoute('/backoffice/notifications')({ component: NotificationsPage })
