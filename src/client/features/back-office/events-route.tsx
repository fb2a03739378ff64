import { createFileRoute } from '@tanstack/react-router'
import { ReviewListPage } from '@/client/features/back-office/review-list-page'
import { readReviewSearch } from './review-search'

export const Route = createFileRoute('/backoffice/events')({
  validateSearch: readReviewSearch,
  component: ReviewListPage,
})
