import { createFileRoute } from '@tanstack/react-router'
import { WeekMailPage } from '@/client/features/week-mail/week-mail-page'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'

interface WeekMailSearch {
  /** Keys, joined by commas: those of the list that led here, or of the mail that is changed. */
  tags?: string | undefined
}

export const Route = createFileRoute('/week-mail')({
  // A key that is not there is left out: the server would redirect to the address without it, for ever.
  validateSearch: ({ tags }: Record<string, unknown>): WeekMailSearch =>
    typeof tags === 'string' && tags !== '' ? { tags } : {},
  // The loader comes with the page and brings its head, so that the first load has neither.
  codeSplitGroupings: [['loader', 'component']],
  loader: () => ({
    // The page is not for search engines: the links of people's mails lead here.
    meta: [{ title: `${m.week_mail_title()} · ${SITE.name}` }, { name: 'robots', content: 'noindex' }],
  }),
  head: ({ loaderData }) => loaderData ?? {},
  component: WeekMailPage,
})
