import { timeAgo } from '@/client/shared/time/time-ago'
import { Badge } from '@/client/design-system/badge'
import type { Overview } from '@/contract/back-office/back-office-overview'
import type { MailHealth } from '@/domain/staff/mail-health'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { css } from 'styled-system/css'
import { Facts } from './panel'

const HEALTHS: Record<
  MailHealth,
  { label: () => string; text: () => string; tone: 'success' | 'warning' | 'danger' }
> = {
  fine: { label: m.admin_dashboard_mail_fine, text: m.admin_dashboard_mail_fine_text, tone: 'success' },
  delayed: {
    label: m.admin_dashboard_mail_delayed,
    text: m.admin_dashboard_mail_delayed_text,
    tone: 'warning',
  },
  failing: {
    label: m.admin_dashboard_mail_failing,
    text: m.admin_dashboard_mail_failing_text,
    tone: 'danger',
  },
}

/** One word for the mail queue. */
export function MailHealthBadge({ health }: { health: MailHealth }) {
  const { label, tone } = HEALTHS[health]
  return <Badge tone={tone}>{label()}</Badge>
}

interface MailFactsProps {
  mail: Overview['mail']
  /** When that was so, epoch milliseconds. */
  nowMs: number
}

/** The mails that wait in the queue, and the reason. */
export function MailFacts({ mail, nowMs }: MailFactsProps) {
  const { oldest_at: oldestAt, last_error: lastError } = mail
  return (
    <>
      <p className={muted}>{HEALTHS[mail.health].text()}</p>
      <Facts
        facts={[
          [m.admin_dashboard_mail_waiting(), String(mail.waiting)],
          [m.admin_dashboard_mail_retrying(), String(mail.retrying)],
          [m.admin_dashboard_mail_failed(), String(mail.failed)],
          ...(oldestAt === undefined
            ? []
            : [[m.admin_dashboard_mail_oldest(), timeAgo(oldestAt * 1000, nowMs, getLocale())] as const]),
          ...(lastError === undefined ? [] : [[m.admin_dashboard_mail_last_error(), lastError] as const]),
        ]}
      />
    </>
  )
}

const muted = css({ color: 'fg.muted' })
