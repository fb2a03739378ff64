import { eq } from 'drizzle-orm'
import * as m from '@/messages/compiled/messages.js'
import { baseLocale } from '@/messages/compiled/runtime.js'
import type { Queryable } from '@/server/platform/database/client'
import { contactForms } from '@/server/platform/database/schema'
import { SITE } from '@/site/site'
import type { AddressedMail } from './addressed-mail'

/** A support message to the team's mailbox (rules 11), in the team's language; undefined when it was deleted. */
export async function supportMail(db: Queryable, id: string): Promise<AddressedMail | undefined> {
  const [form] = await db.select().from(contactForms).where(eq(contactForms.id, id))
  if (form === undefined) return undefined
  const locale = baseLocale
  const name = `${form.firstName} ${form.lastName}`
  return {
    to: SITE.contactMailbox,
    locale,
    write: () => ({
      subject: m.mail_support_subject({ topic: form.topic, name }, { locale }),
      paragraphs: [
        m.mail_support_from({ name, email: form.email }, { locale }),
        m.mail_support_language({ language: form.locale }, { locale }),
        form.message,
      ],
      footnote: m.mail_support_reason({}, { locale }),
    }),
  }
}
