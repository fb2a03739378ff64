import { createFileRoute } from '@tanstack/react-router'
import { ProfilePage } from '@/client/features/profile/profile-page'
import { originOf, pageHead } from '@/client/kit/page-head'
import * as m from '@/messages/compiled/messages.js'

interface ProfileSearch {
  /** Id of the account whose person signs in again to delete it. */
  delete?: string
}

export const Route = createFileRoute('/profile')({
  validateSearch: (search: Record<string, unknown>): ProfileSearch =>
    typeof search['delete'] === 'string' ? { delete: search['delete'] } : {},
  head: ({ match }) => {
    const head = pageHead({
      title: m.profile_title(),
      ...(import.meta.env.SSR ? { description: m.profile_page_description() } : {}),
      path: '/profile',
      origin: originOf(match.context),
    })
    return { ...head, meta: [...head.meta, { name: 'robots', content: 'noindex' }] }
  },
  component: ProfilePage,
})
