import { createFileRoute, Link } from '@tanstack/react-router'
import { useCallback, useRef, useEffect, useState } from 'react'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'
import { Banner } from '@/client/design-system/banner'
import { Spinner } from '@/client/design-system/skeleton'
import { loadOfflineClient, report } from '@/client/shared/offline/offline-client'
import { Button } from '@/client/design-system/button'
import { DownloadIcon } from 'lucide-react'
import { isMetered } from '@/offline/platform/change-notifier'
import { lazyPart } from '@/client/shared/loading/lazy-part'
import { toast } from '@/client/shared/notifications/toast'
import { useLiveDevice } from '@/client/shared/offline/use-live-device'
import { css } from 'styled-system/css'
import { page, cluster } from 'styled-system/patterns'
import { textLink, card, button } from 'styled-system/recipes'
import { ProgrammeCard } from './programme-card'
import { useProgrammeActions, useBrowserStorage, useStoredProgramme } from './use-programme-actions'

/** The whole programme in the pocket: what of it is on this device, and what to do about it. */
function OnThisDevicePage() {
  const stored = useStoredProgramme()
  const { state, changes, refresh, fail, remove } = useProgrammeActions()
  const heading = useRef<HTMLHeadingElement>(null)
  const focusHeading = useCallback(() => heading.current?.focus(), [])
  const isReadable = typeof stored !== 'string'
  const files = useBrowserStorage(isReadable ? [stored.syncedAt, changes] : [])
  return (
    <div className={page({ width: 'text' })}>
      <div className={frame}>
        <header className={head}>
          <h1 ref={heading} tabIndex={-1} className={title}>
            {m.device_title()}
          </h1>
          {stored === 'unreadable' ? null : <p className={intro}>{m.device_intro()}</p>}
        </header>
        {stored === 'loading' ? <Spinner label={m.device_loading()} /> : null}
        {stored === 'unreadable' ? <Banner tone="danger">{m.device_unreadable()}</Banner> : null}
        {isReadable ? (
          <>
            <ProgrammeCard
              {...{ stored, files, state }}
              onRefresh={(images) => void refresh(images)}
              onRemove={remove}
            />
            {/* Nothing is fetched ahead of what the person has removed. */}
            {stored.choice.isRemoved ? null : (
              <ImageChoice
                isAll={stored.choice.allImages}
                isBusy={state.step === 'refreshing'}
                onDownload={() => void refresh(true)}
                onFail={fail}
              />
            )}
          </>
        ) : null}
        {isReadable ? <SavedCard onRemoved={focusHeading} /> : null}
        {stored === 'unreadable' ? null : (
          <p>
            {m.device_written()}{' '}
            <Link to="/outbox" className={textLink()}>
              {m.device_outbox()}
            </Link>
          </p>
        )}
      </div>
    </div>
  )
}

const frame = css({ display: 'grid', gap: '6', paddingBlock: { base: '6', md: '10' } })
const head = css({ display: 'grid', gap: '2' })
const title = css({ textStyle: 'title' })
const intro = css({ color: 'fg.muted' })

interface ImageChoiceProps {
  isAll: boolean
  isBusy: boolean
  onDownload: () => void
  onFail: () => void
}

/** The choice of images to fetch ahead; on a connection that may cost the person, they come only by the button. */
function ImageChoice({ isAll, isBusy, onDownload, onFail }: ImageChoiceProps) {
  const choose = async (allImages: boolean) => {
    const isStored = await (await loadOfflineClient()).replica.choose({ allImages })
    if (!isStored) onFail()
    else if (allImages && !isMetered()) onDownload()
  }
  return (
    <section className={card({ pad: true })} aria-labelledby="device-images">
      <div className={body}>
        <h2 id="device-images" className={subheading}>
          {m.device_images()}
        </h2>
        <p aria-live="polite">{isAll ? m.device_images_all() : m.device_images_next()}</p>
        {isMetered() ? <p>{m.device_images_metered()}</p> : null}
        <div className={cluster({ gap: '2' })}>
          {/* One button does both: the focus stays on it. */}
          <Button variant="secondary" disabled={isBusy} onClick={() => void choose(!isAll)}>
            {isAll ? m.device_images_keep_next() : m.device_images_keep_all()}
          </Button>
          {isMetered() ? (
            <Button variant="secondary" busy={isBusy} onClick={onDownload}>
              <DownloadIcon size="1.25rem" />
              {m.device_images_download()}
            </Button>
          ) : null}
        </div>
      </div>
    </section>
  )
}

// A grid's column would be as wide as the longest word of a button in large text.
const body = css({ display: 'flex', flexDirection: 'column', gap: '4', minWidth: '0' })
const subheading = css({ textStyle: 'subheading' })

// Ark's dialog is lazy: hardly anybody opens it.
const RemoveDialog = lazyPart(async () => (await import('./remove-dialog')).RemoveDialog)

/** The card of the person's own saved events: only its own button removes them. */
function SavedCard({ onRemoved }: { onRemoved: () => void }) {
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
        <h2 id="device-saved" className={subheading}>
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

export const Route = createFileRoute('/on-this-device')({
  head: () => ({
    // Search engines leave it out: it is about one browser.
    meta: [{ title: `${m.device_title()} · ${SITE.name}` }, { name: 'robots', content: 'noindex' }],
  }),
  component: OnThisDevicePage,
})
