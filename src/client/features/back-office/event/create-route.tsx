import { createFileRoute } from '@tanstack/react-router'
import { CreatePage } from '@/client/features/back-office/event/create-page'
import { searchTexts } from '../search-texts'

export const Route = createFileRoute('/backoffice/events/new')({
  // `from`: the event that is repeated.
  validateSearch: searchTexts('from'),
  component: CreatePage,
})
