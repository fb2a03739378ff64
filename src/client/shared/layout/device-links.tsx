import { Link } from '@tanstack/react-router'
import { useLiveDevice } from '@/client/shared/offline/use-live-device'
import * as m from '@/messages/compiled/messages.js'

/** The links of the footer to what this device holds, where it holds something. */
export function DeviceLinks() {
  const held = useLiveDevice(
    async ({ outbox, replica }) => ({
      entries: (await outbox.list()).length > 0,
      programme: (await replica.sync()) !== undefined,
    }),
    [],
  )
  if (typeof held === 'string') return null
  return (
    <>
      {held.entries ? <Link to="/outbox">{m.outbox_title()}</Link> : null}
      {held.programme ? <Link to="/on-this-device">{m.device_title()}</Link> : null}
    </>
  )
}
