import { eq } from 'drizzle-orm'
import * as m from '@/messages/compiled/messages.js'
import { localeOf } from '@/messages/locale-of'
import type { Queryable } from '@/server/platform/database/client'
import { weekRequests } from '@/server/platform/database/schema'
import { SITE } from '@/site/site'
import type { AddressedMail, MailContext } from './addressed-mail'

/**
 * The link that confirms the week by mail, to an address that anybody may have typed: fixed sentences, and nothing else of what was
 * chosen. Undefined when the request is gone.
 */
export async function weekConfirmMail(
  db: Queryable,
  id: string,
  { origin, weekLinks }: Pick<MailContext, 'origin' | 'weekLinks'>,
): Promise<AddressedMail | undefined> {
  const [request] = await db.select().from(weekRequests).where(eq(weekRequests.id, id))
  if (request === undefined) return undefined
  const locale = localeOf(request.locale)
  return {
    to: request.email,
    locale,
    limit: { share: 'week', beyond: 'drop' },
    write: () => ({
      subject: m.mail_week_confirm_subject({}, { locale }),
      paragraphs: [
        m.mail_week_confirm_body({ village: SITE.village, site: SITE.name }, { locale }),
        m.mail_week_confirm_lasts({}, { locale }),
      ],
      link: {
        label: m.mail_week_confirm_link({}, { locale }),
        // The token is in the fragment, which no server sees: neither a log nor another page gets it.
        url: `${origin}/week-mail#confirm=${id}.${weekLinks.tokenOf('confirm', id)}`,
      },
      footnote: m.mail_week_confirm_reason({}, { locale }),
    }),
  }
}
