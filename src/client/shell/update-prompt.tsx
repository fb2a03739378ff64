import { useState } from 'react'
import { Banner } from '@/client/ui/banner'
import { Button } from '@/client/ui/button'
import { RefreshIcon } from '@/client/ui/icons'
import * as m from '@/messages/compiled/messages.js'
import { report } from './report'
import { applyUpdate, useUpdateReady } from './app-update'

type Step = 'asked' | 'busy' | 'reloading'

/** 'A new version is ready': reloads when the person says so, never by itself. */
export function UpdatePrompt() {
  const isReady = useUpdateReady()
  const [step, setStep] = useState<Step>('asked')
  if (!isReady) return null
  const reload = () => {
    setStep('reloading')
    applyUpdate()
      .then((outcome) => setStep(outcome))
      .catch((error: unknown) => {
        report('update', error)
        setStep('asked')
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
