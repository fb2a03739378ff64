import { createFileRoute } from '@tanstack/react-router'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { BellIcon } from 'lucide-react'
import { callApi, pagedQuery } from '@/client/back-office/shared/back-office-queries'
import { DetailsDialog } from '@/client/back-office/shared/form-dialog'
import { Page, PagedList } from '@/client/back-office/shared/page'
import { Fact, Instant, RowTable, RowButton, TruncatedText } from '@/client/back-office/shared/table'
import { listNotifications, type BackOfficeNotification } from '@/contract/back-office/back-office-people'
import { cutText } from '@/domain/text/plain-text'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'

/** Truncations of rules 9. */
const TITLE_MAX = 30
const BODY_MAX = 50

function NotificationsPage() {
  const list = useInfiniteQuery(
    pagedQuery(['notifications'], (query, context) => callApi(listNotifications, { query }, context)),
  )
  const [opened, setOpened] = useState<BackOfficeNotification>()
  return (
    <Page title={m.admin_nav_notifications()}>
      <PagedList
        list={list}
        Icon={BellIcon}
        empty={m.admin_people_notifications_none()}
        failed={m.admin_people_notifications_failed()}
      >
        {(notifications) => (
          <RowTable
            label={m.admin_nav_notifications()}
            rows={notifications.map((one) => ({
              key: one.id,
              cells: {
                [m.admin_people_notification_title()]: <TruncatedText text={one.title} max={TITLE_MAX} />,
                [m.admin_people_notification_body()]: <TruncatedText text={one.body} max={BODY_MAX} />,
                [m.admin_people_created_at()]: <Instant seconds={one.created_at} />,
              },
              actions: (
                <RowButton
                  name={m.admin_people_notification_details_of({ title: cutText(one.title, TITLE_MAX, '…') })}
                  onClick={() => setOpened(one)}
                >
                  {m.admin_people_details()}
                </RowButton>
              ),
            }))}
          />
        )}
      </PagedList>
      {opened ? (
        <DetailsDialog title={m.admin_people_notification_details()} onClose={() => setOpened(undefined)}>
          <Fact label={m.admin_people_notification_title()}>
            <bdi>{opened.title}</bdi>
          </Fact>
          <Fact label={m.admin_people_notification_body()}>
            <span className={lines}>{opened.body}</span>
          </Fact>
          <Fact label={m.admin_people_notification_data()}>
            <code className={lines}>{JSON.stringify(opened.data, null, 2)}</code>
          </Fact>
          <Fact label={m.admin_people_created_at()}>
            <Instant seconds={opened.created_at} />
          </Fact>
        </DetailsDialog>
      ) : null}
    </Page>
  )
}

const lines = css({ whiteSpace: 'pre-wrap' })

export const Route = createFileRoute('/backoffice/notifications')({ component: NotificationsPage })
