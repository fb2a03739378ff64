import { createFileRoute } from '@tanstack/react-router'
import { PlacesPage } from '@/client/back-office/places/places-page'

export const Route = createFileRoute('/backoffice/places')({ component: PlacesPage })
