import { createFileRoute } from '@tanstack/react-router'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'
import { OnThisDevicePage } from './on-this-device-page'

export const Route = createFileRoute('/on-this-device')({
  head: () => ({
    // Search engines leave it out: it is about one browser.
    meta: [{ title: `${m.device_title()} · ${SITE.name}` }, { name: 'robots', content: 'noindex' }],
  }),
  component: OnThisDevicePage,
})
