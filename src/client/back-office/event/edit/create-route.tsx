import { createFileRoute } from '@tanstack/react-router'
import { CreatePage } from '@/client/back-office/event/edit/create-page'
import { searchTexts } from '@/client/shared/links/search-texts'

export const Route = createFileRoute('/backoffice/events/new')({
  // `from`: the event that is repeated.
  validateSearch: searchTexts('from'),
  component: CreatePage,
})
