import { createFileRoute } from '@tanstack/react-router'
import { searchTexts } from '@/client/shared/links/web-url'
import { CreatePage } from './create-page'

export const Route = createFileRoute('/backoffice/events/new')({
  // `from`: the event that is repeated.
  validateSearch: searchTexts('from'),
  component: CreatePage,
})
