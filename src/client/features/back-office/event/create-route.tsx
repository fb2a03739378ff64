import { createFileRoute } from '@tanstack/react-router'
import { CreatePage } from '@/client/features/back-office/event/create-page'

export const Route = createFileRoute('/backoffice/events/new')({
  /** `from`: the event that is repeated. */
  validateSearch: (search: Record<string, unknown>): { from?: string } =>
    typeof search['from'] === 'string' ? { from: search['from'] } : {},
  component: CreatePage,
})
