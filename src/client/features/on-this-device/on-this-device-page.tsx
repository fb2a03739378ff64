import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, lazy, useRef, useState } from 'react'
import { PROGRAMME_KEY } from '@/client/kit/programme-queries'
import { loadOfflineClient } from '@/client/shell/offline-client'
import { Banner } from '@/client/ui/banner'
import { Button } from '@/client/ui/button'
import { RefreshIcon } from '@/client/ui/icons'
import { Spinner } from '@/client/ui/spinner'
import * as m from '@/messages/compiled/messages.js'
import { isMetered } from '@/offline/metered'
import { dropPhotos } from '@/offline/replica/photo-storage'
import type { ImageProgress } from '@/offline/replica/replica-sync'
import { css } from 'styled-system/css'
import { cluster, page } from 'styled-system/patterns'
import { card, textLink } from 'styled-system/recipes'
import { ImageChoice } from './image-choice'
import { KeptStorage } from './kept-storage'
import { refreshProgramme } from './refresh-programme'
import { refreshResult } from './refresh-result'
import { StoredFacts } from './stored-facts'
import { useBrowserStorage, useStoredProgramme } from './use-stored-programme'

// Lazy: Ark's dialog, which hardly anybody opens.
const RemoveDialog = lazy(async () => ({ default: (await import('./remove-dialog')).RemoveDialog }))

type Step =
  | { step: 'idle' }
  | { step: 'refreshing'; progress?: ImageProgress }
  | { step: 'done'; isFailure: boolean; text: string }

/** The whole programme in the pocket: what of it is on this device, and what to do about it. */
export function OnThisDevicePage() {
  const stored = useStoredProgramme()
  const queryClient = useQueryClient()
  const [state, setState] = useState<Step>({ step: 'idle' })
  const [changes, setChanges] = useState(0)
  const [isRemoving, setRemoving] = useState(false)
  const refreshButton = useRef<HTMLButtonElement>(null)
  const isReadable = typeof stored !== 'string'
  const files = useBrowserStorage(isReadable ? `${stored.syncedAt} ${changes}` : undefined)
  const isBusy = state.step === 'refreshing'

  const finish = (result: { isFailure: boolean; text: string }) => {
    setChanges((count) => count + 1)
    setState({ step: 'done', ...result })
  }
  const refresh = async (images: boolean) => {
    setState({ step: 'refreshing' })
    const onImages = (progress: ImageProgress) => setState({ step: 'refreshing', progress })
    finish(refreshResult(await refreshProgramme({ images, onImages })))
  }
  const remove = async () => {
    const { replica } = await loadOfflineClient()
    // First: a sync that is on its way must not bring it back.
    const isChosen = await replica.choose({ isRemoved: true })
    await replica.drop()
    await dropPhotos()
    queryClient.removeQueries({ queryKey: PROGRAMME_KEY })
    finish({ isFailure: !isChosen, text: isChosen ? m.device_removed() : m.device_refresh_failed() })
  }

  return (
    <div className={page({ width: 'text' })}>
      <div className={frame}>
        <header className={head}>
          <h1 className={title}>{m.device_title()}</h1>
          <p className={intro}>{m.device_intro()}</p>
        </header>
        {stored === 'loading' ? <Spinner label={m.device_loading()} /> : null}
        {stored === 'unreadable' ? <Banner tone="danger">{m.device_unreadable()}</Banner> : null}
        {isReadable ? (
          <>
            <section className={card({ pad: true })} aria-labelledby="device-programme">
              <div className={body}>
                <h2 id="device-programme" className={heading}>
                  {m.device_programme()}
                </h2>
                {stored.syncedAt === undefined ? <p>{m.device_incomplete()}</p> : null}
                <StoredFacts {...{ stored, files }} />
                {files && <KeptStorage isPersistent={files.isPersistent} />}
                <div className={cluster({ gap: '2' })}>
                  <Button
                    ref={refreshButton}
                    busy={isBusy}
                    // On a connection that may cost the person, images have a button of their own.
                    onClick={() => void refresh(!isMetered())}
                  >
                    {isBusy ? null : <RefreshIcon size={20} />}
                    {stored.syncedAt === undefined ? m.device_save() : m.device_refresh()}
                  </Button>
                  {stored.events > 0 ? (
                    <Button
                      variant="secondary"
                      className={dangerText}
                      disabled={isBusy}
                      onClick={() => setRemoving(true)}
                    >
                      {m.device_remove()}
                    </Button>
                  ) : null}
                </div>
                <output className={result}>
                  {state.step === 'refreshing' ? progressText(state.progress) : null}
                  {state.step === 'done' ? (
                    <Banner tone={state.isFailure ? 'warning' : 'success'}>{state.text}</Banner>
                  ) : null}
                </output>
              </div>
            </section>
            <ImageChoice
              isAll={stored.choice.allImages}
              isBusy={isBusy}
              onDownload={() => void refresh(true)}
            />
          </>
        ) : null}
        <p>
          {m.device_written()}{' '}
          <Link to="/outbox" className={textLink()}>
            {m.device_outbox()}
          </Link>
        </p>
      </div>
      {isRemoving ? (
        <Suspense>
          <RemoveDialog
            onClose={() => {
              setRemoving(false)
              // What was pressed may be gone with what it removed.
              refreshButton.current?.focus()
            }}
            onConfirm={remove}
          />
        </Suspense>
      ) : null}
    </div>
  )
}

function progressText(progress: ImageProgress | undefined): string {
  return progress === undefined
    ? m.device_refreshing()
    : m.device_refreshing_images({ n: progress.done, total: progress.total })
}

const frame = css({ display: 'grid', gap: '6', paddingBlock: { base: '6', md: '10' } })
const head = css({ display: 'grid', gap: '2' })
const title = css({ textStyle: 'title' })
const intro = css({ color: 'fg.muted' })
const body = css({ display: 'grid', gap: '4', minWidth: '0' })
const heading = css({ textStyle: 'subheading' })
const dangerText = css({ color: 'danger.fg' })
const result = css({ display: 'block' })
