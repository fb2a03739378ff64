import { index, rootRoute, route } from '@tanstack/virtual-file-routes'
import { PUBLIC_PAGES } from '../../contract/pages.ts'

// Every URL of the product and the file that renders it: those of the back office stand here, the others in the contract, which the
// server knows too.

const PUBLIC = PUBLIC_PAGES.map(({ path, file }) => (path === '/' ? index(file) : route(path, file)))

const BACK_OFFICE = [
  route('/backoffice/login', 'back-office/layout/login-route.tsx'),
  route('/backoffice', 'back-office/layout/layout-route.tsx', [
    route('/dashboard', 'back-office/dashboard/dashboard-route.tsx'),
    route('/activity', 'back-office/activity/activity-route.tsx'),
    route('/events', 'back-office/events/events-route.tsx'),
    route('/events/new', 'back-office/event/edit/create-route.tsx'),
    route('/events/import', 'back-office/import/import-route.tsx'),
    route('/events/$id', 'back-office/event/event-route.tsx'),
    route('/events/$id/edit', 'back-office/event/edit/edit-route.tsx'),
    route('/tags', 'back-office/tags/tags-route.tsx'),
    route('/places', 'back-office/places/places-route.tsx'),
    route('/week-mail', 'back-office/week-mail/week-mail-route.tsx'),
    route('/users', 'back-office/users/users-route.tsx'),
    route('/users/$id', 'back-office/users/user-route.tsx'),
    route('/notifications', 'back-office/notifications/notifications-route.tsx'),
    route('/devices', 'back-office/devices/devices-route.tsx'),
    route('/security', 'back-office/security/security-route.tsx'),
    route('/contact-forms', 'back-office/contact-forms/contact-forms-route.tsx'),
  ]),
]

export const sitemap = rootRoute('app/root.tsx', [...PUBLIC, ...BACK_OFFICE])
