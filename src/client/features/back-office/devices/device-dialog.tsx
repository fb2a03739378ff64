import { dateTimeText } from '@/client/kit/event-dates'
import { Dialog } from '@/client/ui/dialog'
import type { BackOfficeDevice } from '@/contract/back-office-people'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { Fact, Facts } from '../facts'

/** A registered phone in full. */
export function DeviceDialog({ device, onClose }: { device: BackOfficeDevice; onClose: () => void }) {
  return (
    <Dialog
      open
      title={m.admin_people_device_details()}
      closeLabel={m.admin_close()}
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <Facts>
        <Fact label={m.admin_people_device_id()}>{device.device_id}</Fact>
        <Fact label={m.admin_people_device_token()}>{device.device_token}</Fact>
        <Fact label={m.admin_people_registered()}>{dateTimeText(device.created_at, getLocale())}</Fact>
        <Fact label={m.admin_people_last_updated()}>{dateTimeText(device.updated_at, getLocale())}</Fact>
      </Facts>
    </Dialog>
  )
}
