import { createFileRoute } from '@tanstack/react-router'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { cutText } from '@/domain/text/plain-text'
import { SmartphoneIcon } from 'lucide-react'
import { listDevices } from '@/contract/back-office/back-office-people'
import type { BackOfficeDevice } from '@/contract/back-office/back-office-people'
import * as m from '@/messages/compiled/messages.js'
import { Instant, Cell, Table, TruncatedText, Fact, RowButton } from '@/client/back-office/shared/table'
import { callApi, pagedQuery } from '@/client/back-office/shared/back-office-queries'
import { Page, PagedList } from '@/client/back-office/shared/page'
import { DetailsDialog } from '@/client/back-office/shared/form-dialog'

/** Truncations of rules 9. */
const ID_MAX = 20
const TOKEN_MAX = 30

/** Phones that are registered for notifications (rules 2.12). */
function DevicesPage() {
  const list = useInfiniteQuery(devicesQuery())
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
          <Table
            label={m.admin_nav_devices()}
            columns={[
              m.admin_people_device_id(),
              m.admin_people_device_token(),
              m.admin_people_created_at(),
              m.admin_people_actions(),
            ]}
          >
            {devices.map((device) => (
              <DeviceRow key={device.id} device={device} onOpen={() => setOpened(device)} />
            ))}
          </Table>
        )}
      </PagedList>
      {opened ? <DeviceDialog device={opened} onClose={() => setOpened(undefined)} /> : null}
    </Page>
  )
}

function DeviceRow({ device, onOpen }: { device: BackOfficeDevice; onOpen: () => void }) {
  return (
    <tr>
      <Cell label={m.admin_people_device_id()}>
        <TruncatedText text={device.device_id} max={ID_MAX} />
      </Cell>
      <Cell label={m.admin_people_device_token()}>
        <TruncatedText text={device.device_token} max={TOKEN_MAX} />
      </Cell>
      <Cell label={m.admin_people_created_at()}>
        <Instant seconds={device.created_at} />
      </Cell>
      <Cell>
        <RowButton
          name={m.admin_people_device_details_of({ id: cutText(device.device_id, ID_MAX, '…') })}
          onClick={onOpen}
        >
          {m.admin_people_details()}
        </RowButton>
      </Cell>
    </tr>
  )
}

function DeviceDialog({ device, onClose }: { device: BackOfficeDevice; onClose: () => void }) {
  return (
    <DetailsDialog title={m.admin_people_device_details()} onClose={onClose}>
      <Fact label={m.admin_people_id()}>{device.id}</Fact>
      <Fact label={m.admin_people_device_id()}>{device.device_id}</Fact>
      <Fact label={m.admin_people_device_token()}>{device.device_token}</Fact>
      <Fact label={m.admin_people_registered()}>
        <Instant seconds={device.created_at} />
      </Fact>
      <Fact label={m.admin_people_last_updated()}>
        <Instant seconds={device.updated_at} />
      </Fact>
    </DetailsDialog>
  )
}

function devicesQuery() {
  return pagedQuery(['devices'], (query, context) => callApi(listDevices, { query }, context))
}

export const Route = createFileRoute('/backoffice/devices')({ component: DevicesPage })
