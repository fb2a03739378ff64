import { useState } from 'react'
import { Button } from '@/client/design-system/button'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'

/** Whether the browser may evict what is stored, and how to prevent it. */
export function KeptStorage({ isPersistent }: { isPersistent: boolean }) {
  const [answer, setAnswer] = useState<'granted' | 'refused'>()
  const ask = async () => {
    const isGranted = await navigator.storage.persist().catch(() => false)
    setAnswer(isGranted ? 'granted' : 'refused')
  }
  const isKept = isPersistent || answer === 'granted'
  return (
    <div className={frame}>
      <p aria-live="polite">
        {isKept ? m.device_kept() : answer === 'refused' ? m.device_kept_refused() : m.device_not_kept()}
      </p>
      {isKept || !('storage' in navigator) ? null : (
        <Button variant="secondary" size="sm" onClick={() => void ask()}>
          {m.device_keep()}
        </Button>
      )}
    </div>
  )
}

const frame = css({ display: 'grid', gap: '3', justifyItems: 'start' })
