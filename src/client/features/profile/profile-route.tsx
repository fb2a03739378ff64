import { createFileRoute } from '@tanstack/react-router'
import { searchTexts } from '@/client/shared/links/web-url'
import { ProfilePage } from './profile-page'

/** `delete` is the id of the account whose person signs in again to delete it. */
const readSearch = searchTexts('delete')

export const Route = createFileRoute('/profile')({
  validateSearch: readSearch,
  head: async ({ match }) => (await import('./profile-queries')).profileHead(match.context),
  component: ProfilePage,
})
