import { createFileRoute } from '@tanstack/react-router'
import { OutboxPage } from '@/client/features/outbox/outbox-page'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'

export const Route = createFileRoute('/outbox')({
  head: () => ({
    meta: [
      { title: `${m.outbox_title()} · ${SITE.name}` },
      // Search engines leave it out: the outbox is local to one browser.
      { name: 'robots', content: 'noindex' },
    ],
  }),
  component: OutboxPage,
})
