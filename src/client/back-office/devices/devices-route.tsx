import { createFileRoute } from '@tanstack/react-router'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SmartphoneIcon } from 'lucide-react'
import { callApi, pagedQuery } from '@/client/back-office/shared/back-office-queries'
import { DetailsDialog } from '@/client/back-office/shared/form-dialog'
import { Page, PagedList } from '@/client/back-office/shared/page'
import { Fact, Instant, RowTable, RowButton, TruncatedText } from '@/client/back-office/shared/table'
import { listDevices, type BackOfficeDevice } from '@/contract/back-office/back-office-people'
import { cutText } from '@/domain/text/plain-text'
import * as m from '@/messages/compiled/messages.js'

/** Truncations of rules 9. */
const ID_MAX = 20
const TOKEN_MAX = 30

/** Phones that are registered for notifications (rules 2.12). */
function DevicesPage() {
  const list = useInfiniteQuery(
    pagedQuery(['devices'], (query, context) => callApi(listDevices, { query }, context)),
  )
  const [opened, setOpened] = useState<BackOfficeDevice>()
  return (
    <Page title={m.admin_nav_devices()}>
      <PagedList
        list={list}
        Icon={SmartphoneIcon}
        empty={m.admin_people_devices_none()}
        failed={m.admin_people_devices_failed()}
      >
        {(devices) => (
          <RowTable
            label={m.admin_nav_devices()}
            rows={devices.map((device) => ({
              key: device.id,
              cells: {
                [m.admin_people_device_id()]: <TruncatedText text={device.device_id} max={ID_MAX} />,
                [m.admin_people_device_token()]: <TruncatedText text={device.device_token} max={TOKEN_MAX} />,
                [m.admin_people_created_at()]: <Instant seconds={device.created_at} />,
              },
              actions: (
                <RowButton
                  name={m.admin_people_device_details_of({ id: cutText(device.device_id, ID_MAX, '…') })}
                  onClick={() => setOpened(device)}
                >
                  {m.admin_people_details()}
                </RowButton>
              ),
            }))}
          />
        )}
      </PagedList>
      {opened ? (
        <DetailsDialog title={m.admin_people_device_details()} onClose={() => setOpened(undefined)}>
          <Fact label={m.admin_people_id()}>{opened.id}</Fact>
          <Fact label={m.admin_people_device_id()}>{opened.device_id}</Fact>
          <Fact label={m.admin_people_device_token()}>{opened.device_token}</Fact>
          <Fact label={m.admin_people_registered()}>
            <Instant seconds={opened.created_at} />
          </Fact>
          <Fact label={m.admin_people_last_updated()}>
            <Instant seconds={opened.updated_at} />
          </Fact>
        </DetailsDialog>
      ) : null}
    </Page>
  )
}

export const Route = createFileRoute('/backoffice/devices')({ component: DevicesPage })
