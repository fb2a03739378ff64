import { createFileRoute } from '@tanstack/react-router'
import { WeekMailPage } from '@/client/back-office/week-mail/week-mail-page'

export const Route = createFileRoute('/backoffice/week-mail')({ component: WeekMailPage })
