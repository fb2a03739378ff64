import { toast } from '@/client/shared/notifications/toast'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { report } from '@/client/shared/offline/report'
import { useLiveDevice } from '@/client/shared/offline/use-live-device'
import { useCurrentUser } from '@/client/shared/session/use-current-user'
import { Button } from '@/client/design-system/button'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'

/** The offer to have the same list on all devices of an account. Off until the person asks for it. */
export function AllDevices() {
  const user = useCurrentUser()
  const account = useLiveDevice(async ({ saved }) => ({ userId: await saved.account() }), [])
  if (!user || typeof account === 'string') return null
  const isOn = account.userId === user.id
  const change = () => {
    loadOfflineClient()
      .then(({ saved }) => saved.keepFor(isOn ? undefined : user.id))
      .catch((error: unknown) => {
        report('The choice could not be stored.', error)
        toast.error(m.saved_refused(), { description: m.saved_refused_text() })
      })
  }
  return (
    <div className={frame}>
      <p aria-live="polite">{isOn ? m.saved_devices_on() : m.saved_devices_off()}</p>
      {/* One button does both: the focus stays on it. */}
      <Button variant="secondary" size="sm" onClick={change}>
        {isOn ? m.saved_devices_stop() : m.saved_devices_keep()}
      </Button>
    </div>
  )
}

const frame = css({ display: 'grid', gap: '3', justifyItems: 'start' })
