import { Link } from '@tanstack/react-router'
import { Banner } from '@/client/ui/banner'
import { TrayIcon } from '@/client/ui/icons'
import * as m from '@/messages/compiled/messages.js'
import { textLink } from 'styled-system/recipes'

interface QueuedBannerProps {
  title: string
  /** An attempt is under way. */
  isSending: boolean
  onClose: () => void
}

/** The event is in the outbox and is sent from there; shown until it is closed. */
export function QueuedBanner({ title, isSending, onClose }: QueuedBannerProps) {
  return (
    <Banner
      tone="success"
      icon={<TrayIcon />}
      title={isSending ? m.form_sending_title() : m.form_waits_title()}
      onClose={onClose}
      closeLabel={m.outbox_close()}
    >
      <p>{isSending ? m.form_sending_text({ title }) : m.form_waits_text({ title })}</p>
      <Link to="/outbox" className={textLink()}>
        {m.form_waits_link()}
      </Link>
    </Banner>
  )
}
