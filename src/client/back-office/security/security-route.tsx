import { createFileRoute } from '@tanstack/react-router'
import { SecurityPage } from '@/client/back-office/security/security-page'

export const Route = createFileRoute('/backoffice/security')({ component: SecurityPage })
