import { useEffect, useRef, useState } from 'react'
import { outcomeAsUser } from '@/client/shared/session/own-queries'
import { failureText } from '@/client/shared/forms/server-error-text'
import { villageDay } from '@/domain/time/local-time'
import { saveFile } from '@/client/shared/offline/save-file'
import { toast } from '@/client/shared/notifications/toast'
import { pause } from '@/client/shared/time/pause'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { DownloadIcon } from '@/client/design-system/icons/icons'
import { exportAccount } from '@/contract/accounts/own-account'
import { getOwnEventPhoto } from '@/contract/accounts/own-events'
import * as m from '@/messages/compiled/messages.js'
import type { Outcome } from '@/offline/api/outcome'
import { SITE } from '@/site/site'
import { css } from 'styled-system/css'

type Failure = Exclude<Outcome<unknown>, { kind: 'ok' }>

/** The server may ask for a break between photos; a longer one is a failure. */
const MAX_WAIT_MS = 120_000

/** 'Export my data': one JSON file, made in the browser. */
export function DataExport({ userId }: { userId: string }) {
  const [state, setState] = useState<'running' | Failure>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const run = async () => {
    running.current = new AbortController()
    const { signal } = running.current
    setState('running')
    const failure = await downloadExport(userId, signal)
    if (signal.aborted) return
    setState(failure)
    if (failure === undefined) toast.success(m.profile_export_done())
  }
  return (
    <div className={frame}>
      <h3 className={heading}>{m.profile_export_title()}</h3>
      <p>{m.profile_export_text()}</p>
      {typeof state === 'object' ? (
        <Banner tone="danger" role="alert" title={m.profile_export_failed()}>
          {failureText(state)}
        </Banner>
      ) : null}
      <Button variant="secondary" busy={state === 'running'} onClick={() => void run()}>
        <DownloadIcon size={20} />
        {m.profile_export_start()}
      </Button>
    </div>
  )
}

/** Fetches the account's data, then its photos one by one, and saves them as a file. Resolves with what stopped it. */
async function downloadExport(userId: string, signal: AbortSignal): Promise<Failure | undefined> {
  const account = await outcomeAsUser(userId, exportAccount, {}, signal)
  if (account.kind !== 'ok') return account
  const { events, ...rest } = account.data
  // In pieces: photos together may be longer than a string can be.
  const pieces = [`${JSON.stringify(rest).slice(0, -1)},"events":[`]
  for (const [index, event] of events.entries()) {
    const photo = event.has_photo ? await readPhoto(userId, event.id, signal) : undefined
    // One that is gone by now is left out.
    if (photo?.kind === 'unreachable' || (photo?.kind === 'refused' && photo.code !== 'NOT_FOUND'))
      return photo
    const exported = photo?.kind === 'ok' ? { ...event, photo: photo.data } : event
    pieces.push(`${index === 0 ? '' : ','}\n${JSON.stringify(exported)}`)
  }
  const name = SITE.name.toLowerCase().replaceAll(' ', '-')
  const file = new Blob([...pieces, '\n]}\n'], { type: 'application/json' })
  saveFile(file, `${name}-${villageDay(account.data.exported_at)}.json`)
  return undefined
}

async function readPhoto(userId: string, id: string, signal: AbortSignal) {
  for (;;) {
    const outcome = await outcomeAsUser(userId, getOwnEventPhoto, { params: { id } }, signal)
    const waitMs = outcome.kind === 'ok' ? undefined : outcome.retryAfterMs
    if (waitMs === undefined || waitMs > MAX_WAIT_MS || signal.aborted) return outcome
    await pause(waitMs, signal)
  }
}

const frame = css({ display: 'grid', gap: '3', justifyItems: 'start', '& > [role]': { width: 'full' } })
const heading = css({ fontWeight: 'bold' })
