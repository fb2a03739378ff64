import { createFileRoute } from '@tanstack/react-router'
import { ContactFormsPage } from '@/client/back-office/contact-forms/contact-forms-page'
import { searchTexts } from '@/client/shared/links/search-texts'

export const Route = createFileRoute('/backoffice/contact-forms')({
  validateSearch: searchTexts('show'),
  component: ContactFormsPage,
})
