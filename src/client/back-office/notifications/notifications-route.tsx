import { createFileRoute } from '@tanstack/react-router'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { cutText } from '@/domain/text/plain-text'
import { BellIcon } from 'lucide-react'
import { listNotifications } from '@/contract/back-office/back-office-people'
import type { BackOfficeNotification } from '@/contract/back-office/back-office-people'
import * as m from '@/messages/compiled/messages.js'
import { Instant, Cell, Table, TruncatedText, Fact, RowButton } from '@/client/back-office/shared/table'
import { callApi, pagedQuery } from '@/client/back-office/shared/back-office-queries'
import { Page, PagedList } from '@/client/back-office/shared/page'
import { DetailsDialog } from '@/client/back-office/shared/form-dialog'
import { css } from 'styled-system/css'

/** Truncations of rules 9. */
const TITLE_MAX = 30
const BODY_MAX = 50

function NotificationsPage() {
  const list = useInfiniteQuery(notificationsQuery())
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
          <Table
            label={m.admin_nav_notifications()}
            columns={[
              m.admin_people_notification_title(),
              m.admin_people_notification_body(),
              m.admin_people_created_at(),
              m.admin_people_actions(),
            ]}
          >
            {notifications.map((one) => (
              <NotificationRow key={one.id} notification={one} onOpen={() => setOpened(one)} />
            ))}
          </Table>
        )}
      </PagedList>
      {opened ? <NotificationDialog notification={opened} onClose={() => setOpened(undefined)} /> : null}
    </Page>
  )
}

interface NotificationRowProps {
  notification: BackOfficeNotification
  onOpen: () => void
}

function NotificationRow({ notification: { title: name, body, created_at }, onOpen }: NotificationRowProps) {
  return (
    <tr>
      <Cell label={m.admin_people_notification_title()}>
        <TruncatedText text={name} max={TITLE_MAX} />
      </Cell>
      <Cell label={m.admin_people_notification_body()}>
        <TruncatedText text={body} max={BODY_MAX} />
      </Cell>
      <Cell label={m.admin_people_created_at()}>
        <Instant seconds={created_at} />
      </Cell>
      <Cell>
        <RowButton
          name={m.admin_people_notification_details_of({ title: cutText(name, TITLE_MAX, '…') })}
          onClick={onOpen}
        >
          {m.admin_people_details()}
        </RowButton>
      </Cell>
    </tr>
  )
}

interface NotificationDialogProps {
  notification: BackOfficeNotification
  onClose: () => void
}

function NotificationDialog({ notification, onClose }: NotificationDialogProps) {
  return (
    <DetailsDialog title={m.admin_people_notification_details()} onClose={onClose}>
      <Fact label={m.admin_people_notification_title()}>
        <bdi>{notification.title}</bdi>
      </Fact>
      <Fact label={m.admin_people_notification_body()}>
        <span className={lines}>{notification.body}</span>
      </Fact>
      <Fact label={m.admin_people_notification_data()}>
        <code className={lines}>{JSON.stringify(notification.data, null, 2)}</code>
      </Fact>
      <Fact label={m.admin_people_created_at()}>
        <Instant seconds={notification.created_at} />
      </Fact>
    </DetailsDialog>
  )
}

const lines = css({ whiteSpace: 'pre-wrap' })

function notificationsQuery() {
  return pagedQuery(['notifications'], (query, context) => callApi(listNotifications, { query }, context))
}

export const Route = createFileRoute('/backoffice/notifications')({ component: NotificationsPage })
