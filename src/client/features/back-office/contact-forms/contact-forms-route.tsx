import { createFileRoute } from '@tanstack/react-router'
import { ContactFormsPage } from '@/client/features/back-office/contact-forms/contact-forms-page'
import { readContactFormsSearch } from './contact-forms-search'

export const Route = createFileRoute('/backoffice/contact-forms')({
  validateSearch: readContactFormsSearch,
  component: ContactFormsPage,
})
