import { Link } from '@tanstack/react-router'
import type { OutboxResult } from '@/client/shared/outbox/outbox-submit'
import { useDeliveryNote } from '@/client/shared/outbox/delivery-note'
import { PausedNote } from '@/client/shared/outbox/paused-note'
import { Banner } from '@/client/design-system/banner'
import { TrayIcon } from '@/client/design-system/icons/later-icons'
import * as m from '@/messages/compiled/messages.js'
import { textLink } from 'styled-system/recipes'

interface QueuedBannerProps {
  title: string
  /** 'sending': an attempt is under way. 'paused': it waits for its account. */
  outcome: OutboxResult['outcome']
  onClose: () => void
}

/** The event is in the outbox and is sent from there; shown until it is closed. */
export function QueuedBanner({ title, outcome, onClose }: QueuedBannerProps) {
  const isSending = outcome === 'sending'
  const note = useDeliveryNote()
  return (
    <Banner
      tone="success"
      icon={<TrayIcon />}
      title={isSending ? m.form_sending_title() : m.form_waits_title()}
      onClose={onClose}
      closeLabel={m.outbox_close()}
    >
      {isSending ? <p>{m.form_sending_text({ title })}</p> : null}
      {outcome === 'paused' ? <PausedNote text={m.form_paused_text({ title })} /> : null}
      {outcome === 'queued' ? (
        <p>
          {m.form_waits_text({ title })} {note}
        </p>
      ) : null}
      <Link to="/outbox" className={textLink()}>
        {m.form_waits_link()}
      </Link>
    </Banner>
  )
}
