import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { lazyPart } from '@/client/shared/loading/lazy-part'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { RepeatIcon } from 'lucide-react'
import * as m from '@/messages/compiled/messages.js'
import { isMetered } from '@/offline/platform/change-notifier'
import { dateText } from '@/client/shared/time/event-dates'
import { savedAge, timeAgo } from '@/client/shared/time/saved-age'
import { useDeviceNow } from '@/client/shared/time/use-now'
import { getLocale } from '@/messages/compiled/runtime.js'
import type { CachedFiles } from '@/offline/replica/photo-storage'
import { css } from 'styled-system/css'
import { cluster } from 'styled-system/patterns'
import { card } from 'styled-system/recipes'
import type { ProgrammeStep, BrowserStorage, StoredProgramme } from './use-programme-actions'

// Ark's dialog is lazy: hardly anybody opens it.
const RemoveDialog = lazyPart(async () => (await import('./remove-dialog')).RemoveDialog)

interface ProgrammeCardProps {
  stored: StoredProgramme
  /** The files; undefined while they are being measured. */
  files: BrowserStorage | undefined
  state: ProgrammeStep
  onRefresh: (images: boolean) => void
  onRemove: () => Promise<void>
}

/** How much of the programme is here, and the two things to do about it. */
export function ProgrammeCard({ stored, files, state, onRefresh, onRemove }: ProgrammeCardProps) {
  const [isRemoving, setRemoving] = useState(false)
  const refreshButton = useRef<HTMLButtonElement>(null)
  const isComplete = stored.syncedAt !== undefined
  const isBusy = state.step === 'refreshing'
  return (
    <section className={card({ pad: true })} aria-labelledby="device-programme">
      <div className={body}>
        <h2 id="device-programme" className={heading}>
          {m.device_programme()}
        </h2>
        {isComplete ? null : <p>{m.device_incomplete()}</p>}
        {files?.isShellComplete === false ? (
          <Banner tone="warning">
            {m.device_shell_incomplete({ action: isComplete ? m.device_refresh() : m.device_save() })}
          </Banner>
        ) : null}
        <StoredFacts {...{ stored, files }} />
        {files && <PersistentStorage isPersistent={files.isPersistent} />}
        <div className={cluster({ gap: '2' })}>
          <Button
            ref={refreshButton}
            busy={isBusy}
            // On a connection that may cost the person, images have a button of their own.
            onClick={() => onRefresh(!isMetered())}
          >
            {isBusy ? null : <RepeatIcon size="1.25rem" />}
            {isComplete ? m.device_refresh() : m.device_save()}
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
          {state.step === 'refreshing' ? progressText(state) : null}
          {state.step === 'done' ? (
            <Banner tone={state.isFailure ? 'warning' : 'success'}>{state.text}</Banner>
          ) : null}
        </output>
      </div>
      {isRemoving ? (
        <RemoveDialog
          title={m.device_remove_title()}
          goes={m.device_remove_text()}
          stays={m.device_remove_stays()}
          onClose={() => {
            setRemoving(false)
            // The pressed button may be gone with what it removed.
            refreshButton.current?.focus()
          }}
          onConfirm={onRemove}
        />
      ) : null}
    </section>
  )
}

function progressText({ progress }: ProgrammeStep & { step: 'refreshing' }): string {
  return progress === undefined
    ? m.device_refreshing()
    : m.device_refreshing_images({ n: progress.done, total: progress.total })
}

// A grid's column would be as wide as the longest word of a button in large text.
const body = css({ display: 'flex', flexDirection: 'column', gap: '4', minWidth: '0' })
const heading = css({ textStyle: 'subheading' })
const dangerText = css({ color: 'danger.fg' })
// It stays for screen readers to listen to, and takes no room while it is empty.
const result = css({ display: 'block', _empty: { marginTop: '-4' } })

/** Whether the browser may evict what is stored, and how to prevent it. */
function PersistentStorage({ isPersistent }: { isPersistent: boolean }) {
  const [permission, setPermission] = useState<'granted' | 'refused'>()
  const request = async () => {
    const isGranted = await navigator.storage.persist().catch(() => false)
    setPermission(isGranted ? 'granted' : 'refused')
  }
  const isGranted = isPersistent || permission === 'granted'
  return (
    <div className={frame}>
      <p aria-live="polite">
        {isGranted
          ? m.device_persistent()
          : permission === 'refused'
            ? m.device_persistent_refused()
            : m.device_not_persistent()}
      </p>
      {isGranted || !('storage' in navigator) ? null : (
        <Button variant="secondary" size="sm" onClick={() => void request()}>
          {m.device_keep()}
        </Button>
      )}
    </div>
  )
}

const frame = css({ display: 'grid', gap: '3', justifyItems: 'start' })

interface StoredFactsProps {
  stored: StoredProgramme
  /** The files; undefined while they are being measured. */
  files: CachedFiles | undefined
}

/** How much of the programme is here, since when, and the room it takes. */
function StoredFacts({ stored, files }: StoredFactsProps) {
  const locale = getLocale()
  const now = useDeviceNow()
  const { syncedAt, photos, bytes } = stored
  const { photoBytes = 0, shellBytes = 0 } = files ?? {}
  const size = (of: number) => megabytes(of, locale)
  return (
    <dl className={list}>
      <Fact label={m.device_events()}>{stored.events}</Fact>
      <Fact label={m.device_upcoming()}>{stored.upcoming}</Fact>
      <Fact label={m.device_images()}>
        {files && m.device_images_of({ n: countOf(photos, files.photos), total: photos.size })}
      </Fact>
      <Fact label={m.device_updated()}>
        {syncedAt === undefined ? m.device_never() : syncedText(syncedAt, now, locale)}
      </Fact>
      <Fact label={m.device_room()}>
        {files && m.device_room_about({ size: size(bytes + photoBytes + shellBytes) })}
        {files && bytes + photoBytes + shellBytes > 0 ? (
          <span className={note}>
            {m.device_room_parts({
              programme: size(bytes),
              images: size(photoBytes),
              guide: size(shellBytes),
            })}
          </span>
        ) : null}
      </Fact>
    </dl>
  )
}

/** A clock that was set back since then does not say how long ago that was. */
function syncedText(syncedAt: number, now: number, locale: ReturnType<typeof getLocale>): string {
  return savedAge(syncedAt, now).unit === 'unknown'
    ? dateText(syncedAt / 1000, locale)
    : timeAgo(Math.min(syncedAt, now), now, locale)
}

function countOf(wanted: ReadonlySet<string>, cached: ReadonlySet<string>): number {
  return [...wanted].filter((hash) => cached.has(hash)).length
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={fact}>
      <dt className={name}>{label}</dt>
      <dd className={value}>{children}</dd>
    </div>
  )
}

const list = css({ display: 'grid', gap: '3' })
// The value goes below its label with large text.
const fact = css({ display: 'flex', flexWrap: 'wrap', columnGap: '3' })
const name = css({ flex: '[0 0 6.5rem]', color: 'fg.muted' })
const value = css({ flex: '[1 1 7rem]', minWidth: '0' })
const note = css({ display: 'block', textStyle: 'small', color: 'fg.muted' })

/** "4.2 MB", "0.3 MB"; no finer, because it is an estimate. */
export function megabytes(bytes: number, locale: string): string {
  const text = new Intl.NumberFormat(locale === 'pt' ? 'pt-PT' : locale, {
    style: 'unit',
    unit: 'megabyte',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(bytes === 0 ? 0 : Math.max(bytes / 1e6, 0.1))
  // English has a space at which a line may break.
  return text.replace(' ', '\u00A0')
}
