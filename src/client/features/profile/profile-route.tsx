import { createFileRoute } from '@tanstack/react-router'
import { ProfilePage } from '@/client/features/profile/profile-page'
import { originOf, pageHead } from '@/client/kit/page-head'
import * as m from '@/messages/compiled/messages.js'

interface ProfileSearch {
  /** Back from signing in again, to delete the account. */
  delete?: true
}

export const Route = createFileRoute('/profile')({
  validateSearch: (search: Record<string, unknown>): ProfileSearch =>
    search['delete'] === true ? { delete: true } : {},
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
