import { createFileRoute } from '@tanstack/react-router'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SmartphoneIcon } from 'lucide-react'
import { pagedQuery } from '@/client/back-office/shared/back-office-queries'
import { DetailsDialog } from '@/client/back-office/shared/form-dialog'
import { Page, PagedTable } from '@/client/back-office/shared/page'
import { Instant, RowButton, TruncatedText, type Columns } from '@/client/back-office/shared/table'
import { listDevices, type BackOfficeDevice } from '@/contract/back-office/back-office-people'
import { cutText } from '@/domain/text/plain-text'
import * as m from '@/messages/compiled/messages.js'

/** Truncations of rules 9. */
const ID_MAX = 20
const TOKEN_MAX = 30

const COLUMNS: Columns<BackOfficeDevice> = [
  [m.admin_people_device_id, (one) => <TruncatedText text={one.device_id} max={ID_MAX} />],
  [m.admin_people_device_token, (one) => <TruncatedText text={one.device_token} max={TOKEN_MAX} />],
  [m.admin_people_created_at, (one) => <Instant seconds={one.created_at} />],
]

/** Phones that are registered for notifications (rules 2.12). */
function DevicesPage() {
  const list = useInfiniteQuery(pagedQuery('devices', listDevices))
  const [opened, setOpened] = useState<BackOfficeDevice>()
  return (
    <Page title={m.admin_nav_devices()}>
      <PagedTable
        list={list}
        Icon={SmartphoneIcon}
        label={m.admin_nav_devices()}
        empty={m.admin_people_devices_none()}
        failed={m.admin_people_devices_failed()}
        columns={COLUMNS}
        renderActions={(one) => (
          <RowButton
            name={m.admin_people_device_details_of({ id: cutText(one.device_id, ID_MAX, '…') })}
            onClick={() => setOpened(one)}
          >
            {m.admin_people_details()}
          </RowButton>
        )}
      />
      {opened ? (
        <DetailsDialog
          title={m.admin_people_device_details()}
          onClose={() => setOpened(undefined)}
          of={[
            [m.admin_people_id(), opened.id],
            [m.admin_people_device_id(), opened.device_id],
            [m.admin_people_device_token(), opened.device_token],
            [m.admin_people_registered(), <Instant key="created" seconds={opened.created_at} />],
            [m.admin_people_last_updated(), <Instant key="updated" seconds={opened.updated_at} />],
          ]}
        />
      ) : null}
    </Page>
  )
}

export const Route = createFileRoute('/backoffice/devices')({ component: DevicesPage })
