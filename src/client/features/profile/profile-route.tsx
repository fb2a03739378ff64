import { createFileRoute } from '@tanstack/react-router'
import { ProfilePage } from '@/client/features/profile/profile-page'

interface ProfileSearch {
  /** Id of the account whose person signs in again to delete it. */
  delete?: string
}

export const Route = createFileRoute('/profile')({
  validateSearch: (search: Record<string, unknown>): ProfileSearch =>
    typeof search['delete'] === 'string' ? { delete: search['delete'] } : {},
  head: async ({ match }) => (await import('./profile-head')).profileHead(match.context),
  component: ProfilePage,
})
