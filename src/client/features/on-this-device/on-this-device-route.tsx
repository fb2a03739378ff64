import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useRef, useState, type ReactNode } from 'react'
import { RepeatIcon } from 'lucide-react'
import { pageStorage } from '@/offline/page/page-storage'
import { isMetered } from '@/offline/platform/change-notifier'
import { systemTimers, withTimeout } from '@/offline/platform/deferred'
import { dropPhotos, measureCaches } from '@/offline/replica/photo-storage'
import type { ImageProgress, SyncReport } from '@/offline/replica/replica-sync'
import { ConfirmDialog } from '@/client/shared/loading/lazy-part'
import { loadOfflineClient } from '@/client/shared/offline/offline-client'
import { useLiveDevice } from '@/client/shared/offline/use-live-device'
import { PERSISTED_QUERIES, PROGRAMME_KEY } from '@/client/shared/programme/programme-queries'
import { syncProgramme } from '@/client/shared/pwa/worker-client'
import { timeAgo } from '@/client/shared/time/saved-age'
import { useDeviceNow } from '@/client/shared/time/use-now'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { Spinner } from '@/client/design-system/skeleton'
import { mutedText, titleText } from '@/client/design-system/text'
import { noindexHead } from '@/client/shared/layout/page-head'
import { TextLink } from '@/client/shared/links/link'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { css, cx } from 'styled-system/css'
import { cluster, column, pageColumn } from 'styled-system/patterns'
import { card } from 'styled-system/recipes'

interface Result {
  isFailure: boolean
  text: string
}

/** The page says what can be read without a connection: five facts, and two things to do about them. */
function OnThisDevicePage() {
  const stored = useLiveDevice(async ({ replica, saved }) => {
    const reading = Promise.all([replica.measure(), replica.sync(), saved.all()])
    const [size, sync, kept] = await withTimeout(systemTimers, reading)
    return { ...size, syncedAt: sync?.syncedAt, savedCount: kept.length }
  }, [])
  const [progress, setProgress] = useState<string>()
  const [result, setResult] = useState<Result>()
  const [isRemoving, setRemoving] = useState(false)
  const updateButton = useRef<HTMLButtonElement>(null)
  const queryClient = useQueryClient()
  const now = useDeviceNow()
  const isReadable = typeof stored !== 'string'
  // The Cache API tells nobody of a change: the files are measured anew when these change.
  const { data: files } = useQuery({
    queryKey: ['browser-storage', isReadable && stored.syncedAt, result],
    queryFn: measureCaches,
    networkMode: 'always',
    gcTime: 0,
    // The figures do not blink.
    placeholderData: keepPreviousData,
  })

  const update = async () => {
    setResult(undefined)
    setProgress(m.device_refreshing())
    const onImages = ({ done, total }: ImageProgress) =>
      setProgress(m.device_refreshing_images({ n: done, total }))
    setResult(resultOf(await syncProgramme([], { images: true, onImages })))
    setProgress(undefined)
  }
  const remove = async () => {
    const { replica } = await loadOfflineClient()
    // This comes first: a sync that is on its way must not bring it back.
    const isStored = await replica.setRemoved(true)
    await replica.drop()
    await dropPhotos()
    queryClient.removeQueries({ queryKey: PROGRAMME_KEY })
    // Now, not when the persister gets to it: the next start would store again what it finds there.
    pageStorage()?.removeItem(PERSISTED_QUERIES)
    setResult({ isFailure: !isStored, text: isStored ? m.device_removed() : m.device_refresh_failed() })
    setRemoving(false)
  }
  const facts: [string, ReactNode][] = isReadable
    ? [
        [m.device_events(), stored.upcoming],
        [
          m.device_images(),
          files &&
            m.device_images_of({
              n: [...stored.photos].filter((hash) => files.photos.has(hash)).length,
              total: stored.photos.size,
            }),
        ],
        [
          m.device_saved(),
          <TextLink key="saved" to="/saved">
            {stored.savedCount}
          </TextLink>,
        ],
        [
          m.device_updated(),
          stored.syncedAt === undefined
            ? m.device_never()
            : timeAgo(Math.min(stored.syncedAt, now), now, getLocale()),
        ],
        [m.device_room(), files && m.device_room_about({ size: megabytes(stored.bytes + files.bytes) })],
      ]
    : []
  const updateLabel = isReadable && stored.syncedAt !== undefined ? m.device_refresh() : m.device_save()
  return (
    <div className={pageColumn({ width: 'text' })}>
      <header className={column()}>
        <h1 className={titleText}>{m.device_title()}</h1>
        {stored === 'unreadable' ? null : <p className={mutedText}>{m.device_intro()}</p>}
      </header>
      {stored === 'loading' ? <Spinner label={m.device_loading()} /> : null}
      {stored === 'unreadable' ? <Banner tone="danger">{m.device_unreadable()}</Banner> : null}
      {isReadable ? (
        <>
          {stored.syncedAt === undefined ? <Banner>{m.device_incomplete()}</Banner> : null}
          <dl className={cx(card({ pad: true }), column())}>
            {facts.map(([label, value]) => (
              <div key={label} className={fact}>
                <dt className={name}>{label}</dt>
                <dd className={measure}>{value}</dd>
              </div>
            ))}
          </dl>
          <div className={cluster()}>
            <Button ref={updateButton} busy={progress !== undefined} onClick={() => void update()}>
              {progress === undefined ? <RepeatIcon size="1.25rem" /> : null}
              {updateLabel}
            </Button>
            {stored.events > 0 ? (
              <Button variant="secondary" disabled={progress !== undefined} onClick={() => setRemoving(true)}>
                {m.device_remove()}
              </Button>
            ) : null}
          </div>
          {isMetered() ? <p className={mutedText}>{m.device_metered()}</p> : null}
        </>
      ) : null}
      <output className={said}>
        {progress}
        {result ? <Banner tone={result.isFailure ? 'warning' : 'success'}>{result.text}</Banner> : null}
      </output>
      {isRemoving ? (
        <ConfirmDialog
          onClose={() => setRemoving(false)}
          title={m.device_remove_title()}
          description={m.device_remove_text()}
          confirmLabel={m.device_remove_confirm()}
          cancelLabel={m.device_remove_cancel()}
          closeLabel={m.app_close()}
          tone="danger"
          // The pressed button may be gone with what it removed.
          finalFocus={() => updateButton.current}
          onConfirm={() => void remove()}
        />
      ) : null}
    </div>
  )
}

/** '4.2 MB' in one line; no finer, because it is an estimate. */
function megabytes(bytes: number): string {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 }
  const format = new Intl.NumberFormat(getLocale(), { style: 'unit', unit: 'megabyte', ...digits })
  return format.format(bytes / 1e6).replace(' ', '\u00A0')
}

function resultOf({ programme, images }: SyncReport): Result {
  if (programme === 'unreachable') return { isFailure: true, text: m.device_refresh_unreachable() }
  if (programme !== 'synced') return { isFailure: true, text: m.device_refresh_failed() }
  if (images === 'failed') return { isFailure: true, text: m.device_refresh_images_failed() }
  return { isFailure: false, text: m.device_refreshed() }
}

// The value goes below its label with large text.
const fact = css({ display: 'flex', flexWrap: 'wrap', columnGap: '3' })
const name = css({ flex: '[0 1 10rem]', minWidth: '0', overflowWrap: 'anywhere', color: 'fg.muted' })
const measure = css({ flex: '[1 1 7rem]', minWidth: '0' })
// It stays for screen readers to listen to, and takes no room while it is empty.
const said = css({ display: 'block', _empty: { marginTop: '-6' } })

export const Route = createFileRoute('/on-this-device')({
  head: noindexHead(m.device_title),
  component: OnThisDevicePage,
})
