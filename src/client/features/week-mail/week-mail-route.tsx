import { createFileRoute } from '@tanstack/react-router'
import { searchTexts } from '@/client/shared/links/search-texts'
import { WeekMailPage } from '@/client/features/week-mail/week-mail-page'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'

/** `tags` are keys, joined by commas: those of the list that led here, or of the mail that is changed. */
const readSearch = searchTexts('tags')

export const Route = createFileRoute('/week-mail')({
  validateSearch: readSearch,
  // The loader comes with the page and brings its head, so that the first load has neither.
  codeSplitGroupings: [['loader', 'component']],
  loader: () => ({
    // The page is not for search engines: the links of people's mails lead here.
    meta: [{ title: `${m.week_mail_title()} · ${SITE.name}` }, { name: 'robots', content: 'noindex' }],
  }),
  head: ({ loaderData }) => loaderData ?? {},
  component: WeekMailPage,
})
