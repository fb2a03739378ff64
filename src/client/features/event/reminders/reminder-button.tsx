import { useEffect, useState } from 'react'
import { Button } from '@/client/design-system/button'
import { BellIcon } from '@/client/design-system/icons/later-icons'
import { lazyPart } from '@/client/shared/loading/lazy-part'
import { useOfflineClient } from '@/client/shared/offline/offline-client'
import { useNow } from '@/client/shared/time/use-now'
import type { ProgrammeEvent } from '@/contract/events/events'
import { villageDay } from '@/domain/time/local-time'
import * as m from '@/messages/compiled/messages.js'

const ReminderDialog = lazyPart(async () => (await import('./reminder-dialog')).ReminderDialog)

/** The bell of the date that the page shows: it opens the choice of reminders, and says whether there is one. */
export function ReminderButton({ event }: { event: ProgrammeEvent }) {
  const now = useNow()
  const day = villageDay(event.start_time)
  const [isOpen, setOpen] = useState(false)
  const isSet = useIsReminded(event.id, day)
  if (event.start_time <= now) return null
  return (
    <>
      <Button variant="ghost" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <BellIcon size={20} />
        {isSet ? m.reminder_button_set() : m.reminder_button()}
      </Button>
      {isOpen ? <ReminderDialog event={event} day={day} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

/** Whether the device knows of a reminder, also of one that another tab has set. */
function useIsReminded(eventId: string, day: string): boolean {
  const client = useOfflineClient()
  const [isSet, setIsSet] = useState(false)
  useEffect(() => {
    let isUnmounted = false
    let end: (() => void) | undefined
    async function watch(): Promise<void> {
      const reminders = await client?.push.reminders()
      if (isUnmounted) return
      end = reminders?.watch({ event_id: eventId, day }, (before) => setIsSet(before.length > 0))
    }
    // No reminder is shown as set when the chunk cannot be loaded; pressing says what is wrong.
    watch().catch(() => undefined)
    return () => {
      isUnmounted = true
      end?.()
    }
  }, [client, eventId, day])
  return isSet
}
