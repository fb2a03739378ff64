import { Link } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { useOfflineClient } from '@/client/shared/offline/offline-client'
import { usePageProgramme } from '@/client/shared/offline/page-programme'
import * as m from '@/messages/compiled/messages.js'
import { readWaitingCount } from '@/offline/page/page-storage'

/** The links of the footer to what this device holds, where it holds something. */
export function DeviceLinks() {
  const replica = usePageProgramme()?.replica
  const sync = useLiveQuery(() => replica?.sync(), [replica])
  return (
    <>
      {useHasEntries() ? <Link to="/outbox">{m.outbox_title()}</Link> : null}
      {sync === undefined ? null : <Link to="/on-this-device">{m.device_title()}</Link>}
    </>
  )
}

/** The outbox is not opened for it: until something else has done so, what waits is known, and not what was sent. */
function useHasEntries(): boolean {
  const outbox = useOfflineClient(false)?.outbox
  const entries = useLiveQuery(() => outbox?.list().catch(() => []), [outbox])
  return entries === undefined ? readWaitingCount() > 0 : entries.length > 0
}
