import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { lazyPart } from '@/client/shared/loading/lazy-part'
import { toast } from '@/client/shared/notifications/toast'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { report } from '@/client/shared/offline/report'
import { useLiveDevice } from '@/client/shared/offline/use-live-device'
import { Button } from '@/client/design-system/button'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { button, card } from 'styled-system/recipes'

// Ark's dialog is lazy: hardly anybody opens it.
const RemoveDialog = lazyPart(async () => (await import('./remove-dialog')).RemoveDialog)

/** The card of the person's own saved events: only its own button removes them. */
export function SavedCard({ onRemoved }: { onRemoved: () => void }) {
  const saved = useLiveDevice((client) => client.saved.all(), [])
  const [isRemoving, setRemoving] = useState(false)
  const isRemoved = useRef(false)
  const isEmpty = !Array.isArray(saved) || saved.length === 0
  // The card goes with its button and its dialog: what is left takes the focus.
  useEffect(() => {
    if (!isEmpty || !isRemoved.current) return
    isRemoved.current = false
    onRemoved()
  }, [isEmpty, onRemoved])
  if (isEmpty) return null
  return (
    <section className={card({ pad: true })} aria-labelledby="device-saved">
      <div className={body}>
        <h2 id="device-saved" className={heading}>
          {m.device_saved()}
        </h2>
        <p>{m.device_saved_count({ n: saved.length })}</p>
        <div className={cluster({ gap: '2' })}>
          <Link to="/saved" className={button({ variant: 'secondary' })}>
            {m.device_saved_open()}
          </Link>
          <Button variant="ghost" onClick={() => setRemoving(true)}>
            {m.device_saved_remove()}
          </Button>
        </div>
      </div>
      {isRemoving ? (
        <RemoveDialog
          title={m.device_saved_remove_title()}
          goes={m.device_saved_remove_text()}
          onClose={() => setRemoving(false)}
          onConfirm={async () => {
            isRemoved.current = true
            if (!(await removeSaved())) isRemoved.current = false
          }}
        />
      ) : null}
    </section>
  )
}

async function removeSaved(): Promise<boolean> {
  try {
    await (await loadOfflineClient()).saved.clear()
    toast.success(m.device_saved_removed())
    return true
  } catch (error) {
    report('The saved events could not be removed.', error)
    toast.error(m.device_saved_failed())
    return false
  }
}

// A grid's column would be as wide as the longest word of a button in large text.
const body = css({ display: 'flex', flexDirection: 'column', gap: '4', minWidth: '0' })
const heading = css({ textStyle: 'subheading' })
