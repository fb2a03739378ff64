import { useSyncExternalStore } from 'react'
import { report } from '@/client/shared/offline/report'
import { shareOrCopy } from '@/client/shared/share/share'
import { Button } from '@/client/design-system/button'
import { Clipboard } from '@/client/design-system/clipboard'
import { ShareIcon } from '@/client/design-system/icons/event-icons'
import { CalendarIcon } from '@/client/design-system/icons/icons'
import { savedFileAddress } from '@/contract/events/saved-file'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { type PlannedEvent, plannedTimes } from '@/offline/saved/saved-plan'
import { SITE } from '@/site/site'
import { cluster } from 'styled-system/patterns'
import { button } from 'styled-system/recipes'
import { planFragment } from './shared-plan'

export interface PlanActionsProps {
  plan: readonly PlannedEvent[]
  /** Epoch seconds. */
  now: number
}

/** Actions for the whole plan: a link for others, and a file for one's own calendar. */
export function PlanActions({ plan, now }: PlanActionsProps) {
  const hasWorker = useSyncExternalStore(subscribeToWorker, isControlled, () => false)
  const upcoming = plan.filter((one) => !one.hasLeft && plannedTimes(one, now).end_time > now)
  const url = `${location.origin}/saved#${planFragment(upcoming.map(({ saved }) => saved))}`
  const share = (copy: () => void) => {
    const content = { title: m.saved_share_title({ village: SITE.village }), url }
    shareOrCopy(navigator, content, copy).catch((error: unknown) => report('share', error))
  }
  if (upcoming.length === 0) return null
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
      {/* The worker alone responds to it: phones open an address in their calendar, and no file of a page. */}
      {hasWorker ? (
        <a href={savedFileAddress(getLocale())} className={button({ variant: 'ghost' })}>
          <CalendarIcon size={20} />
          {m.calendar_file()}
        </a>
      ) : null}
    </div>
  )
}

function subscribeToWorker(listener: () => void): () => void {
  navigator.serviceWorker?.addEventListener('controllerchange', listener)
  return () => navigator.serviceWorker?.removeEventListener('controllerchange', listener)
}

function isControlled(): boolean {
  return Boolean(navigator.serviceWorker?.controller)
}
