import { dateTimeText } from '@/client/shared/time/event-dates'
import { topicLabel } from '@/client/shared/forms/support-topic-labels'
import { Badge } from '@/client/design-system/badge'
import { Button } from '@/client/design-system/button'
import type { ContactForm } from '@/contract/back-office/back-office-contact-forms'
import { localeOf } from '@/messages/locale-of'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { css } from 'styled-system/css'
import { button } from 'styled-system/recipes'
import { DetailsDialog } from '@/client/back-office/layout/dialogs/details-dialog'
import { EmailText } from '@/client/back-office/layout/lists/email-text'
import { Fact } from '@/client/back-office/layout/lists/facts'
import { replyMail } from './reply-mail'
import { senderOf } from './contact-form-labels'

interface ContactFormDialogProps {
  form: ContactForm
  isBusy: boolean
  onClose: () => void
  finalFocus: () => HTMLElement | null
  onSetDone: () => void
  onDelete: () => void
}

/** Everything of one support message (rules 2.12), and what can be done with it. */
export function ContactFormDialog({
  form,
  isBusy,
  onClose,
  finalFocus,
  onSetDone,
  onDelete,
}: ContactFormDialogProps) {
  const locale = getLocale()
  const isDone = form.done_at !== undefined
  const theirs = localeOf(form.locale)
  return (
    <DetailsDialog
      title={m.admin_contact_details_title()}
      finalFocus={finalFocus}
      onClose={onClose}
      footer={
        <>
          <Button variant="secondary" onClick={onDelete}>
            {m.admin_contact_delete()}
          </Button>
          <Button variant="secondary" busy={isBusy} onClick={onSetDone}>
            {isDone ? m.admin_contact_reopen() : m.admin_contact_mark_done()}
          </Button>
          <a href={replyMail(form, topicLabel(form.topic, theirs), theirs)} className={button()}>
            {m.admin_contact_reply()}
          </a>
        </>
      }
    >
      <Fact label={m.admin_contact_name()}>
        <bdi>{senderOf(form)}</bdi>
      </Fact>
      <Fact label={m.admin_contact_email()}>
        <EmailText email={form.email} />
      </Fact>
      <Fact label={m.admin_contact_topic()}>{topicLabel(form.topic, locale)}</Fact>
      <Fact label={m.admin_contact_message()}>
        <span dir="auto" className={message}>
          {form.message}
        </span>
      </Fact>
      <Fact label={m.admin_contact_submitted()}>{dateTimeText(form.created_at, locale)}</Fact>
      {form.done_at === undefined ? null : (
        <Fact label={m.admin_contact_done_at()}>
          <Badge tone="success">{dateTimeText(form.done_at, locale)}</Badge>
        </Fact>
      )}
      <Fact label={m.admin_contact_id()}>{form.id}</Fact>
    </DetailsDialog>
  )
}

const message = css({ display: 'block', whiteSpace: 'pre-line' })
