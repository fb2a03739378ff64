import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense, lazy, useState } from 'react'
import { Button } from '@/client/ui/button'
import type { BackOfficeNotification } from '@/contract/back-office-people'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { Instant } from '../instant'
import { PagedList } from '../paged-list'
import { Cell, Table } from '../table'
import { truncate } from '../truncate'
import { TruncatedText } from '../truncated-text'
import { notificationsQuery } from './notifications-query'

const NotificationDialog = lazy(async () => ({
  default: (await import('./notification-dialog')).NotificationDialog,
}))

/** Truncations of spec 9. */
const TITLE_MAX = 30
const BODY_MAX = 50

/** Notifications that were made (spec 2.12). */
export function NotificationsPage() {
  const list = useInfiniteQuery(notificationsQuery())
  const [opened, setOpened] = useState<BackOfficeNotification>()
  return (
    <div className={frame}>
      <h1 className={title}>{m.admin_nav_notifications()}</h1>
      <PagedList
        list={list}
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
      {opened ? (
        <Suspense>
          <NotificationDialog notification={opened} onClose={() => setOpened(undefined)} />
        </Suspense>
      ) : null}
    </div>
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
        <Button
          variant="secondary"
          size="sm"
          aria-label={m.admin_people_notification_details_of({ title: truncate(name, TITLE_MAX) })}
          onClick={onOpen}
        >
          {m.admin_people_details()}
        </Button>
      </Cell>
    </tr>
  )
}

const frame = css({ display: 'grid', gap: '5', minWidth: '0' })
const title = css({ textStyle: 'title' })
