import type { BackOfficeNotification } from '@/contract/back-office/back-office-people'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { DetailsDialog } from '@/client/back-office/layout/dialogs/details-dialog'
import { Fact } from '@/client/back-office/layout/lists/facts'
import { Instant } from '@/client/back-office/layout/lists/instant'

interface NotificationDialogProps {
  notification: BackOfficeNotification
  onClose: () => void
}

/** A notification in full, its additional data as formatted JSON (rules 2.12). */
export function NotificationDialog({ notification, onClose }: NotificationDialogProps) {
  return (
    <DetailsDialog title={m.admin_people_notification_details()} onClose={onClose}>
      <Fact label={m.admin_people_notification_title()}>{notification.title}</Fact>
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
