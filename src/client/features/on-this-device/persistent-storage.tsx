import { useState } from 'react'
import { Button } from '@/client/design-system/button'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'

/** Whether the browser may evict what is stored, and how to prevent it. */
export function PersistentStorage({ isPersistent }: { isPersistent: boolean }) {
  const [permission, setPermission] = useState<'granted' | 'refused'>()
  const request = async () => {
    const isGranted = await navigator.storage.persist().catch(() => false)
    setPermission(isGranted ? 'granted' : 'refused')
  }
  const isGranted = isPersistent || permission === 'granted'
  return (
    <div className={frame}>
      <p aria-live="polite">
        {isGranted
          ? m.device_persistent()
          : permission === 'refused'
            ? m.device_persistent_refused()
            : m.device_not_persistent()}
      </p>
      {isGranted || !('storage' in navigator) ? null : (
        <Button variant="secondary" size="sm" onClick={() => void request()}>
          {m.device_keep()}
        </Button>
      )}
    </div>
  )
}

const frame = css({ display: 'grid', gap: '3', justifyItems: 'start' })
