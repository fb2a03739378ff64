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
import * as m from '@/messages/compiled/messages.js'
import type { Outcome } from '@/offline/api/outcome'
import { SITE } from '@/site/site'
import { css } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { collectExport, exportFile, photoCount } from './export-account'
import type { CollectedExport, ExportProgress } from './export-account'

type State =
  | { step: 'idle' }
  | { step: 'running'; progress: ExportProgress; cancel: () => void }
  | { step: 'stopped'; outcome: Exclude<Outcome<unknown>, { kind: 'ok' }>; found: Found }
  | { step: 'done'; found: Found }

/** The parts that have arrived so far. */
interface Found {
  canSave: boolean
  photos: ReturnType<typeof photoCount>
}

/** 'Export my data': one JSON file, made in the browser. What has come stays here until the page is left. */
export function DataExport({ userId }: { userId: string }) {
  const [state, setState] = useState<State>({ step: 'idle' })
  const collected = useRef<CollectedExport>({ photos: new Map() })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const save = () => {
    const { account, photos } = collected.current
    if (account === undefined) return
    const name = SITE.name.toLowerCase().replaceAll(' ', '-')
    saveFile(exportFile({ account, photos }), `${name}-${villageDay(account.exported_at)}.json`)
  }
  const run = async () => {
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    const cancel = () => {
      controller.abort()
      setState({ step: 'idle' })
    }
    const onProgress = (progress: ExportProgress) => {
      if (!signal.aborted) setState({ step: 'running', progress, cancel })
    }
    const stopped = await collectExport(collected.current, {
      call: (endpoint, input) => outcomeAsUser(userId, endpoint, input, signal),
      wait: (ms) => pause(ms, signal),
      signal,
      onProgress,
    })
    if (signal.aborted) return
    if (stopped !== undefined)
      return setState({ step: 'stopped', outcome: stopped, found: foundIn(collected.current) })
    toast.success(m.profile_export_done())
    setState({ step: 'done', found: foundIn(collected.current) })
    save()
  }
  const act = (now: State) => {
    if (now.step === 'running') return now.cancel()
    if (now.step === 'done') return save()
    // The parts that arrived before it stopped stay.
    if (now.step === 'idle') collected.current = { photos: new Map() }
    void run()
  }
  return (
    <div className={frame}>
      <h3 className={heading}>{m.profile_export_title()}</h3>
      <p>{m.profile_export_text()}</p>
      {state.step === 'running' ? <Progress {...state.progress} /> : null}
      {state.step === 'stopped' ? (
        <Banner tone="danger" role="alert" title={m.profile_export_stopped()}>
          {failureText(state.outcome)} {downloadedText(state.found)}
        </Banner>
      ) : null}
      {state.step === 'done' ? (
        <Banner tone="success" title={m.profile_export_done()}>
          {missingText(state.found)}
        </Banner>
      ) : null}
      <div className={cluster({ gap: '2' })}>
        {/* One button for all states: the focus stays on it. */}
        <Button variant="secondary" onClick={() => act(state)}>
          {state.step === 'idle' ? <DownloadIcon size={20} /> : null}
          {buttonLabel(state)}
        </Button>
        {state.step === 'stopped' && state.found.canSave ? (
          <Button variant="ghost" onClick={save}>
            {m.profile_export_save_part()}
          </Button>
        ) : null}
      </div>
    </div>
  )
}

function buttonLabel({ step }: State): string {
  switch (step) {
    case 'idle':
      return m.profile_export_start()
    case 'running':
      return m.profile_cancel()
    case 'stopped':
      return m.profile_export_go_on()
    case 'done':
      return m.profile_export_save_again()
  }
}

function Progress(progress: ExportProgress) {
  const { photos } = progress
  return (
    <>
      <output>{progressText(progress)}</output>
      <progress
        className={bar}
        aria-label={m.profile_export_progress()}
        {...(photos === undefined ? {} : { value: photos.done, max: photos.total })}
      />
    </>
  )
}

function progressText({ photos, isWaiting }: ExportProgress): string {
  if (photos === undefined) return m.profile_export_reading()
  const counted = { n: photos.done + 1, total: photos.total }
  return isWaiting ? m.profile_export_waiting(counted) : m.profile_export_photo(counted)
}

function foundIn(collected: CollectedExport): Found {
  return { canSave: collected.account !== undefined, photos: photoCount(collected) }
}

function downloadedText({ photos: { done, total } }: Found): string | null {
  return done === 0 ? null : m.profile_export_downloaded({ n: done, total })
}

function missingText({ photos: { missing } }: Found): string | null {
  return missing === 0 ? null : m.profile_export_missing({ n: missing })
}

const frame = css({ display: 'grid', gap: '3', justifyItems: 'start', '& > [role]': { width: 'full' } })
const heading = css({ fontWeight: 'bold' })
const bar = css({
  width: 'full',
  height: '2',
  appearance: 'none',
  borderRadius: 'full',
  overflow: 'hidden',
  bg: 'bg.sunken',
  '&::-webkit-progress-bar': { bg: 'bg.sunken' },
  '&::-webkit-progress-value': { bg: 'accent' },
  '&::-moz-progress-bar': { bg: 'accent' },
})
