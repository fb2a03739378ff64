import { useEffect, useRef, useState } from 'react'
import { BellIcon } from 'lucide-react'
import { declinePush, pushOfferFor, subscribeToReview } from '@/client/shared/notifications/push-subscription'
import { report } from '@/client/shared/offline/offline-client'
import { Banner } from '@/client/design-system/banner'
import { Button } from '@/client/design-system/button'
import * as m from '@/messages/compiled/messages.js'
import type { OutboxEntry } from '@/offline/outbox/entry'
import { css } from 'styled-system/css'

type State = 'hidden' | 'offer' | 'install' | 'asking' | 'on' | 'later' | 'denied' | 'failed'

interface PushOfferProps {
  /** The entry that was just submitted: sent, or waiting in the outbox. */
  entry: OutboxEntry
  /** It is not shown any more: the focus has to go somewhere. */
  onClose: () => void
}

/** After a submission: offers a notification on this device when it is reviewed. The browser asks only after the tap. */
export function PushOffer({ entry, onClose }: PushOfferProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<State>('hidden')
  useEffect(() => {
    let isUnmounted = false
    pushOfferFor(entry)
      .then((kind) => isUnmounted || setState(kind === 'none' ? 'hidden' : kind))
      .catch(() => undefined)
    return () => {
      isUnmounted = true
    }
  }, [entry])

  const accept = async () => {
    setState('asking')
    try {
      const result = await subscribeToReview(entry)
      setState(result === 'undecided' ? 'offer' : result)
    } catch (error) {
      report('Notifications could not be turned on.', error)
      setState('failed')
    }
    // The button that had the focus may be gone.
    frame.current?.focus({ preventScroll: true })
  }
  const close = () => {
    setState('hidden')
    onClose()
  }
  const decline = () => {
    declinePush()
    close()
  }

  if (state === 'hidden') return null
  const { title, text } = LABELS[state](entry.owner !== null)
  const shown = {
    // It announces what has become of the tap.
    role: 'status',
    tone: state === 'denied' || state === 'failed' ? 'warning' : 'info',
    icon: <BellIcon />,
    title,
    children: <p>{text}</p>,
  } as const
  return (
    <div ref={frame} tabIndex={-1} className={css({ _focusVisible: { outline: 'none' } })}>
      {state === 'offer' || state === 'asking' || state === 'failed' ? (
        <Banner
          {...shown}
          actions={
            <>
              <Button size="sm" busy={state === 'asking'} onClick={() => void accept()}>
                {state === 'failed' ? m.push_retry() : m.push_offer_accept()}
              </Button>
              {state === 'asking' ? null : (
                <Button size="sm" variant="ghost" onClick={decline}>
                  {m.push_offer_decline()}
                </Button>
              )}
            </>
          }
        />
      ) : (
        <Banner {...shown} closeLabel={m.push_close()} onClose={state === 'install' ? decline : close} />
      )}
    </div>
  )
}

type Labels = { title: string; text: string }

const LABELS: Record<Exclude<State, 'hidden'>, (isAccount: boolean) => Labels> = {
  offer: (isAccount) => ({
    title: m.push_offer_title(),
    text: isAccount ? m.push_offer_text_account() : m.push_offer_text(),
  }),
  asking: () => ({ title: m.push_offer_title(), text: m.push_asking() }),
  install: () => ({ title: m.push_install_title(), text: m.push_install_text() }),
  on: () => ({ title: m.push_on_title(), text: m.push_on_text() }),
  later: (isAccount) => ({
    title: m.push_later_title(),
    text: isAccount ? m.push_later_text_account() : m.push_later_text(),
  }),
  denied: () => ({ title: m.push_denied_title(), text: m.push_denied_text() }),
  failed: () => ({ title: m.push_failed_title(), text: m.push_failed_text() }),
}
