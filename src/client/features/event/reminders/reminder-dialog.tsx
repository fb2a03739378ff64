import { useEffect, useState } from 'react'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import { Dialog } from '@/client/design-system/overlays/dialog'
import { Checkbox } from '@/client/design-system/forms/checkbox'
import { askPermission, pushSupport } from '@/client/shared/notifications/push-subscription'
import { loadOfflineClient, report } from '@/client/shared/offline/offline-client'
import { useNow } from '@/client/shared/time/use-now'
import { calendarFileAddress } from '@/contract/events/calendar-files'
import type { Reminder } from '@/contract/accounts/push'
import type { ProgrammeEvent } from '@/contract/events/events'
import { toggled } from '@/domain/events/event-fields'
import { MAX_REMINDERS_A_BROWSER, possibleReminders, type ReminderKind } from '@/domain/events/reminder'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import type { ReminderState } from '@/offline/push/reminders'
import { vstack } from 'styled-system/patterns'
import { textLink } from 'styled-system/recipes'

interface ReminderDialogProps {
  event: ProgrammeEvent
  /** The village day of the date. */
  day: string
  onClose: () => void
}

type Shown = ReminderResult | 'choice' | 'asking' | 'lost' | 'install' | 'none'

/** Lets a person choose what this device tells them of a date. The browser asks for its permission only after the tap on 'Save'. */
export function ReminderDialog({ event, day, onClose }: ReminderDialogProps) {
  const [support] = useState(pushSupport)
  const [state, setShown] = useState<Shown>(support === 'push' ? 'choice' : support)
  const { chosen, choose, isLost } = useKnownReminders({ event_id: event.id, day })
  const shown = state === 'choice' && isLost ? 'lost' : state
  const possible = possibleReminders(event, useNow())

  const save = async () => {
    const before = possible.filter((kind) => chosen.includes(kind))
    setShown('asking')
    try {
      setShown(await saveReminder({ event_id: event.id, day, before }))
    } catch (error) {
      report(m.reminder_failed(), error)
      setShown('failed')
    }
  }
  const isDone = shown === 'on' || shown === 'off' || shown === 'later'

  return (
    <Dialog
      onClose={onClose}
      title={m.reminder_title()}
      description={event.title}
      closeLabel={m.app_close()}
      closeOnInteractOutside={isDone}
      footer={
        support === 'push' && !isDone ? (
          <Button busy={shown === 'asking'} onClick={() => void save()}>
            {m.reminder_save()}
          </Button>
        ) : undefined
      }
    >
      <div className={vstack({ alignItems: 'stretch', gap: '3' })}>
        {support === 'push' && !isDone
          ? possible.map((kind) => (
              <Checkbox
                key={kind}
                label={KIND_LABELS[kind]()}
                checked={chosen.includes(kind)}
                onChange={() => choose(toggled(chosen, kind))}
              />
            ))
          : null}
        {shown === 'choice' ? null : <Banner {...resultOf(shown)} />}
        {shown === 'off' ? null : (
          <p>
            {support === 'push' ? `${m.reminder_note()} ` : null}
            <a href={calendarFileAddress(event.id, { day, locale: getLocale() })} className={textLink()}>
              {m.reminder_calendar_file()}
            </a>
          </p>
        )}
      </div>
    </Dialog>
  )
}

const KIND_LABELS: Record<ReminderKind, () => string> = {
  hour: m.reminder_hour,
  evening: m.reminder_evening,
  change: m.reminder_change,
}

const RESULT_TEXTS: Record<Exclude<Shown, 'choice'>, () => string> = {
  asking: m.reminder_asking,
  on: m.reminder_on,
  off: m.reminder_off,
  later: m.reminder_later,
  full: () => m.reminder_full({ max: MAX_REMINDERS_A_BROWSER }),
  missing: m.reminder_missing,
  failed: m.reminder_failed,
  lost: m.reminder_lost,
  denied: m.reminder_denied,
  undecided: m.reminder_undecided,
  install: m.reminder_install,
  none: m.reminder_none,
}

/** It announces what has become of the tap. */
function resultOf(shown: Exclude<Shown, 'choice'>) {
  const tone = PROBLEMS.has(shown) ? 'warning' : 'info'
  return { role: 'status', tone, title: RESULT_TEXTS[shown]() } as const
}

const PROBLEMS: ReadonlySet<Shown> = new Set(['full', 'missing', 'failed', 'lost', 'denied', 'undecided'])

/** Reads the reminders that the device knows, then those of the server; a choice that the person has made meanwhile stays. */
function useKnownReminders({ event_id, day }: Pick<Reminder, 'event_id' | 'day'>) {
  const [known, setKnown] = useState<ReminderKind[]>([])
  const [own, choose] = useState<ReminderKind[]>()
  const [isLost, setIsLost] = useState(false)
  useEffect(() => {
    let isUnmounted = false
    async function read() {
      const { reminders } = (await loadOfflineClient()).push
      const show = async () => {
        const before = await reminders.of({ event_id, day })
        if (!isUnmounted) setKnown(before)
      }
      await show()
      const found = await reminders.refresh({ event_id, day })
      if (found === 'lost' && !isUnmounted) setIsLost(true)
      await show()
    }
    read().catch((error: unknown) => report(m.reminder_failed(), error))
    return () => {
      isUnmounted = true
    }
  }, [event_id, day])
  return { chosen: own ?? known, choose, isLost }
}

/** `off`: there is none any more. `denied`, `undecided`: what the person says to the browser's own question. */
type ReminderResult = ReminderState | 'off' | 'denied' | 'undecided'

/** Sets the reminders of a date, or removes them where nothing is chosen. The browser allows its question only after a tap. */
async function saveReminder(reminder: Reminder): Promise<ReminderResult> {
  const isOff = reminder.before.length === 0
  if (!isOff) {
    const permission = await askPermission()
    if (permission !== 'granted') return permission
  }
  const { push } = await loadOfflineClient()
  const state = await push.reminders.set(reminder)
  return isOff && state === 'on' ? 'off' : state
}
