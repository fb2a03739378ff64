import { useSavedContent } from '@/client/shared/layout/saved-content'
import { ClockIcon } from '@/client/design-system/icons/icons'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { css } from 'styled-system/css'
import { dateText } from './event-dates'
import { savedAge } from './time-ago'
import { useDeviceNow } from './use-device-now'

/** 'Saved 2 h ago'. `savedAt` in epoch ms. */
export function SavedAge({ savedAt }: { savedAt: number }) {
  const now = useDeviceNow()
  useSavedContent()
  return (
    <p className={mark}>
      <ClockIcon size={16} />
      {sentence(savedAt, now)}
    </p>
  )
}

function sentence(savedAt: number, now: number): string {
  const age = savedAge(savedAt, now)
  switch (age.unit) {
    case 'now':
      return m.events_saved_now()
    case 'unknown':
      return m.events_saved_on({ date: dateText(savedAt / 1000, getLocale()) })
    case 'minute':
      return m.events_saved_minutes({ n: age.count })
    case 'hour':
      return m.events_saved_hours({ n: age.count })
    case 'day':
      return m.events_saved_days({ n: age.count })
  }
}

const mark = css({
  display: 'inline-flex',
  width: 'fit',
  alignItems: 'center',
  gap: '1.5',
  textStyle: 'small',
  color: 'warning.fg',
  bg: 'warning.subtle',
  borderRadius: 'full',
  paddingInline: '3',
  paddingBlock: '1',
})
