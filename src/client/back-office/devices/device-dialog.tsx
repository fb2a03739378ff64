import type { BackOfficeDevice } from '@/contract/back-office/back-office-people'
import * as m from '@/messages/compiled/messages.js'
import { DetailsDialog } from '@/client/back-office/layout/dialogs/details-dialog'
import { Fact } from '@/client/back-office/layout/lists/facts'
import { Instant } from '@/client/back-office/layout/lists/instant'

/** A registered phone in full. */
export function DeviceDialog({ device, onClose }: { device: BackOfficeDevice; onClose: () => void }) {
  return (
    <DetailsDialog title={m.admin_people_device_details()} onClose={onClose}>
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
