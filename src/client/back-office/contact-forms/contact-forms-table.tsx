import { topicLabel } from '@/client/shared/forms/support-topic-labels'
import { Badge } from '@/client/design-system/badge'
import { Button } from '@/client/design-system/button'
import type { ContactForm } from '@/contract/back-office/back-office-contact-forms'
import * as m from '@/messages/compiled/messages.js'
import { getLocale } from '@/messages/compiled/runtime.js'
import { cluster } from 'styled-system/patterns'
import { EmailText } from '@/client/back-office/layout/lists/email-text'
import { Instant } from '@/client/back-office/layout/lists/instant'
import { Cell, RowActions, Table } from '@/client/back-office/layout/lists/table'
import { senderOf } from './contact-form-labels'

interface ContactFormsTableProps {
  forms: readonly ContactForm[]
  onDetails: (form: ContactForm) => void
  onDelete: (form: ContactForm) => void
}

/** Address, topic and time of each support message (rules 2.12). */
export function ContactFormsTable({ forms, onDetails, onDelete }: ContactFormsTableProps) {
  const locale = getLocale()
  const columns = [
    m.admin_contact_email(),
    m.admin_contact_topic(),
    m.admin_contact_submitted(),
    m.admin_contact_actions(),
  ]
  return (
    <Table label={m.admin_nav_contact_forms()} columns={columns}>
      {forms.map((form) => (
        <tr key={form.id}>
          <Cell label={m.admin_contact_email()}>
            <EmailText email={form.email} />
          </Cell>
          <Cell label={m.admin_contact_topic()}>
            <span className={cluster({ gap: '2' })}>
              {topicLabel(form.topic, locale)}
              {form.done_at === undefined ? null : <Badge tone="success">{m.admin_contact_is_done()}</Badge>}
            </span>
          </Cell>
          <Cell label={m.admin_contact_submitted()}>
            <Instant seconds={form.created_at} />
          </Cell>
          <Cell>
            <RowActions>
              <Button
                variant="secondary"
                size="sm"
                aria-label={m.admin_contact_details_of({ name: senderOf(form) })}
                onClick={() => onDetails(form)}
              >
                {m.admin_contact_details()}
              </Button>
              <Button
                variant="secondary"
                size="sm"
                aria-label={m.admin_contact_delete_of({ name: senderOf(form) })}
                onClick={() => onDelete(form)}
              >
                {m.admin_contact_delete()}
              </Button>
            </RowActions>
          </Cell>
        </tr>
      ))}
    </Table>
  )
}
