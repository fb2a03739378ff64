import { useState } from 'react'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { RefreshIcon } from '@/client/design-system/icons/event-icons'
import * as m from '@/messages/compiled/messages.js'
import { report } from '@/client/shared/offline/report'
import { useOutdated } from './active-version'
import { applyUpdate, useUpdateReady } from './app-update'

type Step = 'idle' | 'busy' | 'reloading'

/** 'A new version is ready': reloads when the person says so, never by itself. */
export function UpdatePrompt() {
  const isReady = useUpdateReady()
  const isOutdated = useOutdated()
  const [step, setStep] = useState<Step>('idle')
  if (isOutdated) return <OutdatedNote />
  if (!isReady) return null
  const reload = () => {
    setStep('reloading')
    applyUpdate()
      .then((outcome) => setStep(outcome))
      .catch((error: unknown) => {
        report('update', error)
        setStep('idle')
      })
  }
  return (
    <Banner
      tone="raised"
      icon={<RefreshIcon size={20} />}
      title={m.shell_update_title()}
      actions={
        <Button size="sm" busy={step === 'reloading'} onClick={reload}>
          {m.shell_update_reload()}
        </Button>
      }
    >
      {step === 'busy' ? <p>{m.shell_update_busy()}</p> : null}
    </Banner>
  )
}

/** Another tab has brought the new version while something is being written here. */
function OutdatedNote() {
  return (
    <Banner
      tone="raised"
      icon={<RefreshIcon size={20} />}
      title={m.shell_update_active_title()}
      actions={
        <Button size="sm" onClick={() => window.location.reload()}>
          {m.shell_update_reload()}
        </Button>
      }
    >
      <p>{m.shell_update_active_text()}</p>
    </Banner>
  )
}
