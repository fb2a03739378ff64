import { createFileRoute } from '@tanstack/react-router'
import { ManagePage } from '@/client/features/manage/manage-page'
import * as m from '@/messages/compiled/messages.js'
import { SITE } from '@/site/site'

export const Route = createFileRoute('/manage/$id')({
  head: () => ({
    // Search engines leave it out: it is about one person's event.
    meta: [{ title: `${m.manage_page_title()} · ${SITE.name}` }, { name: 'robots', content: 'noindex' }],
  }),
  component: ManagePage,
})
