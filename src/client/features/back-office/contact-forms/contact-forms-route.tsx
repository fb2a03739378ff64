import { createFileRoute } from '@tanstack/react-router'
import { ContactFormsPage } from '@/client/features/back-office/contact-forms/contact-forms-page'

export const Route = createFileRoute('/backoffice/contact-forms')({ component: ContactFormsPage })
