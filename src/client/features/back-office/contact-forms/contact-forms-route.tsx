import { createFileRoute } from '@tanstack/react-router'
import { ContactFormsPage } from '@/client/features/back-office/contact-forms/contact-forms-page'
import { searchTexts } from '../search-texts'

export const Route = createFileRoute('/backoffice/contact-forms')({
  validateSearch: searchTexts('show'),
  component: ContactFormsPage,
})
