import { Link } from '@tanstack/react-router'
import { Banner } from '@/client/ui/banner'
import { TrayIcon } from '@/client/ui/icons'
import * as m from '@/messages/compiled/messages.js'
import { textLink } from 'styled-system/recipes'

/** Says that the message is kept here and goes out by itself. */
export function SupportWaits({ isSending, onClose }: { isSending: boolean; onClose: () => void }) {
  return (
    <Banner
      tone="success"
      icon={<TrayIcon />}
      title={isSending ? m.support_sending_title() : m.support_waits_title()}
      onClose={onClose}
      closeLabel={m.outbox_close()}
    >
      <p>{m.support_waits_text()}</p>
      <Link to="/outbox" className={textLink()}>
        {m.form_waits_link()}
      </Link>
    </Banner>
  )
}
