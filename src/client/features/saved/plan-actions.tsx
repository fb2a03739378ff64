import { report } from '@/client/shared/offline/report'
import { shareOrCopy } from '@/client/shared/share/share'
import { Button } from '@/client/design-system/button'
import { Clipboard } from '@/client/design-system/clipboard'
import { ShareIcon } from '@/client/design-system/icons/event-icons'
import { CalendarIcon } from '@/client/design-system/icons/icons'
import { CALENDAR_TYPE, SAVED_FILE_NAME, savedFileAddress } from '@/contract/calendar-files'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { type PlannedEvent, plannedTimes } from '@/offline/saved/saved-plan'
import { SITE } from '@/site'
import { cluster } from 'styled-system/patterns'
import { planFragment } from './shared-plan'

interface PlanActionsProps {
  plan: readonly PlannedEvent[]
  /** Epoch seconds. */
  now: number
}

/** What to do with all of it: a link for others, and a file for one's own calendar. */
export function PlanActions({ plan, now }: PlanActionsProps) {
  const upcoming = plan.filter((one) => !one.hasLeft && plannedTimes(one, now).end_time > now)
  const listed = upcoming.map(({ saved }) => saved)
  const url = `${location.origin}/saved#${planFragment(listed)}`
  const share = (copy: () => void) => {
    const content = { title: m.saved_share_title({ village: SITE.village }), url }
    shareOrCopy(navigator, content, copy).catch((error: unknown) => report('share', error))
  }
  const saveCalendar = async () => {
    const locale = getLocale()
    // The worker responds to an address, which phones open in their calendar; where it does not run, the browser saves the file.
    if (navigator.serviceWorker?.controller) return location.assign(savedFileAddress(locale))
    const { savedCalendar } = await import('@/offline/saved/saved-calendar')
    const { saveFile } = await import('@/client/shared/offline/save-file')
    const { stateLabels } = await import('@/messages/calendar-labels')
    const context = { origin: location.origin, nowSeconds: now, stateLabels: stateLabels(locale), locale }
    const text = savedCalendar(plan, context)
    if (text !== undefined) saveFile(new Blob([text], { type: CALENDAR_TYPE }), SAVED_FILE_NAME)
  }
  if (listed.length === 0) return null
  return (
    <div className={cluster({ gap: '2' })}>
      <Clipboard text={url} copiedLabel={m.event_link_copied()}>
        {(copy) => (
          <Button variant="secondary" onClick={() => share(copy)}>
            <ShareIcon size={20} />
            {m.saved_share()}
          </Button>
        )}
      </Clipboard>
      <Button
        variant="ghost"
        onClick={() => void saveCalendar().catch((error: unknown) => report('calendar', error))}
      >
        <CalendarIcon size={20} />
        {m.calendar_file()}
      </Button>
    </div>
  )
}
