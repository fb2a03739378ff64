import { createFileRoute } from '@tanstack/react-router'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'
import { SavedPage } from './saved-page'

export const Route = createFileRoute('/saved')({
  head: () => ({
    meta: [
      { title: `${m.saved_title()} · ${SITE.name}` },
      // Search engines leave it out: it is about one browser.
      { name: 'robots', content: 'noindex' },
    ],
  }),
  component: SavedPage,
})
