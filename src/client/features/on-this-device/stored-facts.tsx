import type { ReactNode } from 'react'
import { dateText } from '@/client/shared/time/event-dates'
import { savedAge, timeAgo } from '@/client/shared/time/time-ago'
import { useDeviceNow } from '@/client/shared/time/use-device-now'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import type { CachedFiles } from '@/offline/replica/photo-storage'
import { css } from 'styled-system/css'
import { megabytes } from './megabytes'
import type { StoredProgramme } from './use-stored-programme'

interface StoredFactsProps {
  stored: StoredProgramme
  /** The files; undefined while they are being measured. */
  files: CachedFiles | undefined
}

/** How much of the programme is here, since when, and the room it takes. */
export function StoredFacts({ stored, files }: StoredFactsProps) {
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
