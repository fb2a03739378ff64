import type { DiskState, Overview } from '@/contract/back-office/back-office-overview'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { css } from 'styled-system/css'
import { Facts } from './panel'

const DISK_TEXTS: Record<DiskState, () => string> = {
  fine: m.admin_dashboard_disk_ok,
  'no-photos': m.admin_dashboard_disk_photos_refused,
  full: m.admin_dashboard_disk_all_refused,
}

/** The size of photos and database, and the room that the disk has left. */
export function StorageFacts({ storage }: { storage: Overview['storage'] }) {
  const { photo_bytes, database_bytes, disk } = storage
  const locale = getLocale()
  const sizes = [
    [m.admin_dashboard_photos(), byteText(photo_bytes, locale)],
    [m.admin_dashboard_database(), byteText(database_bytes, locale)],
  ] as const
  if (disk === undefined)
    return <Facts facts={[...sizes, [m.admin_dashboard_disk_free(), m.admin_dashboard_disk_unknown()]]} />
  const free = byteText(disk.free_bytes, locale)
  const isFine = disk.state === 'fine'
  const usedShare = 1 - disk.free_bytes / disk.total_bytes
  const total = byteText(disk.total_bytes, locale)
  return (
    <>
      <div className={meter}>
        {/* The lines below say the same in words. */}
        <div className={track} aria-hidden>
          <div className={isFine ? fill : fullFill} style={{ width: `${usedShare * 100}%` }} />
        </div>
        <p className={isFine ? muted : warning}>{DISK_TEXTS[disk.state]()}</p>
      </div>
      <Facts
        facts={[
          ...sizes,
          [m.admin_dashboard_disk_free(), m.admin_dashboard_disk_free_of({ free, total })],
          [m.admin_dashboard_disk_reserve(), byteText(disk.reserve_bytes, locale)],
        ]}
      />
    </>
  )
}

const meter = css({ display: 'grid', gap: '2' })
const track = css({ height: '3', borderRadius: 'full', bg: 'bg.sunken', overflow: 'hidden' })
const fill = css({ height: 'full', bg: 'focus' })
const fullFill = css({ height: 'full', bg: 'danger' })
const muted = css({ color: 'fg.muted' })
const warning = css({ color: 'danger.fg', fontWeight: 'medium' })

type Locale = 'en' | 'pt'

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** '1.5 GB': with the largest unit that fits, by 1024 as file systems count. */
export function byteText(bytes: number, locale: Locale): string {
  const power = bytes < 1024 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length - 1)
  return new Intl.NumberFormat(locale === 'pt' ? 'pt-PT' : locale, {
    style: 'unit',
    unit: UNITS[power] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  }).format(bytes / 1024 ** power)
}
