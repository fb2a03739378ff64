import { useState } from 'react'
import { Workbox } from 'workbox-window'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { RepeatIcon } from 'lucide-react'
import { hasUnsaved, subscribeUnsaved, useHasUnsaved } from '@/client/shared/forms/unsaved'
import { pageValue } from '@/client/shared/loading/page-value'
import { report } from '@/client/shared/offline/offline-client'
import * as m from '@/messages/compiled/messages.js'

const CHECK_EVERY_MS = 3_600_000
/** A person who has agreed waits no longer for a delivery that is under way: it is cut off, and sent again under its key. */
const DELIVERY_TIMEOUT_MS = 30_000
const UNSAVED = 'unsaved'
const OUTBOX = 'outbox'

let workbox: Workbox | undefined
/** 'replaced': another tab has brought the new version while something was unsaved here. */
const newVersion = pageValue<'none' | 'waiting' | 'replaced'>('none')
let isAccepted = false
let release: (() => void) | undefined

export function followUpdates(): void {
  const { serviceWorker } = navigator
  let hadWorker = serviceWorker.controller !== null
  serviceWorker.addEventListener('controllerchange', () => {
    // The first worker of a visit claims the page silently.
    if (hadWorker) becomeReplaced()
    hadWorker = true
  })
  subscribeUnsaved(holdWhileUnsaved)
  holdWhileUnsaved()
  register()
  let checkedAt = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - checkedAt < CHECK_EVERY_MS) return
    checkedAt = Date.now()
    workbox?.update().catch(() => undefined)
  })
}

function register(): void {
  const current = new Workbox('/sw.js')
  workbox = current
  // After a version that it did not find by registering, an object looks for no other: the next one is found by another object.
  const renew = ({ isExternal }: { isExternal?: boolean }) => {
    if (isExternal === true && workbox === current) register()
  }
  current.addEventListener('waiting', (event) => {
    if (newVersion.get() === 'none') newVersion.set('waiting')
    // It has replaced the version that was accepted.
    if (isAccepted) current.messageSkipWaiting()
    renew(event)
  })
  current.addEventListener('redundant', renew)
  // Without a network there is nothing to register: the next visit does.
  current.register().catch(() => undefined)
}

function becomeReplaced(): void {
  if (!hasUnsaved()) return window.location.reload()
  newVersion.set('replaced')
}

function holdWhileUnsaved(): void {
  if (!hasUnsaved()) {
    release?.()
    release = undefined
  } else if (release === undefined) {
    const released = new Promise<void>((resolve) => (release = resolve))
    navigator.locks.request(UNSAVED, { mode: 'shared' }, () => released).catch(() => undefined)
  }
}

/** Activates the new version, with which every tab reloads; 'busy' when another tab has unsaved changes. */
async function applyUpdate(): Promise<'reloading' | 'busy'> {
  const { held = [] } = await navigator.locks.query()
  if (held.some(({ name }) => name === UNSAVED)) return 'busy'
  const signal = AbortSignal.timeout(DELIVERY_TIMEOUT_MS)
  await navigator.locks.request(OUTBOX, { signal }, () => undefined).catch(() => undefined)
  if (newVersion.get() === 'replaced') window.location.reload()
  isAccepted = true
  workbox?.messageSkipWaiting()
  return 'reloading'
}

/** 'A new version is ready': nothing reloads before a person says so, in this tab or in another. */
export function UpdatePrompt() {
  const version = newVersion.use()
  const isUnsaved = useHasUnsaved()
  const [step, setStep] = useState<'idle' | 'busy' | 'reloading'>('idle')
  if (version === 'none' || isUnsaved) return null
  const reload = () => {
    setStep('reloading')
    applyUpdate()
      .then(setStep)
      .catch((error: unknown) => {
        report('update', error)
        setStep('idle')
      })
  }
  return (
    <Banner
      tone="raised"
      icon={<RepeatIcon size="1.25rem" />}
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
