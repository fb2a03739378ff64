import { createFileRoute } from '@tanstack/react-router'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { BellIcon } from 'lucide-react'
import { pagedQuery } from '@/client/back-office/shared/back-office-queries'
import { DetailsDialog } from '@/client/back-office/shared/form-dialog'
import { Page, PagedTable } from '@/client/back-office/shared/page'
import { Instant, RowButton, TruncatedText, type Columns } from '@/client/back-office/shared/table'
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
  const list = useInfiniteQuery(pagedQuery('notifications', listNotifications))
  const [opened, setOpened] = useState<BackOfficeNotification>()
  return (
    <Page title={m.admin_nav_notifications()}>
      <PagedTable
        list={list}
        Icon={BellIcon}
        label={m.admin_nav_notifications()}
        empty={m.admin_people_notifications_none()}
        failed={m.admin_people_notifications_failed()}
        columns={COLUMNS}
        renderActions={(one) => (
          <RowButton
            name={m.admin_people_notification_details_of({ title: cutText(one.title, TITLE_MAX, '…') })}
            onClick={() => setOpened(one)}
          >
            {m.admin_people_details()}
          </RowButton>
        )}
      />
      {opened ? (
        <DetailsDialog
          title={m.admin_people_notification_details()}
          onClose={() => setOpened(undefined)}
          of={[
            [m.admin_people_notification_title(), <bdi key="title">{opened.title}</bdi>],
            [
              m.admin_people_notification_body(),
              <span key="body" className={lines}>
                {opened.body}
              </span>,
            ],
            [
              m.admin_people_notification_data(),
              <code key="data" className={lines}>
                {JSON.stringify(opened.data, null, 2)}
              </code>,
            ],
            [m.admin_people_created_at(), <Instant key="created" seconds={opened.created_at} />],
          ]}
        />
      ) : null}
    </Page>
  )
}

const lines = css({ whiteSpace: 'pre-wrap' })

export const Route = createFileRoute('/backoffice/notifications')({ component: NotificationsPage })
