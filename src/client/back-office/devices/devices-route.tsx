import { createFileRoute } from '@tanstack/react-router'
import { DevicesPage } from '@/client/back-office/devices/devices-page'

export const Route = createFileRoute('/backoffice/devices')({ component: DevicesPage })
