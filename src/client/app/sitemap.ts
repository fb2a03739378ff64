import { index, rootRoute, route } from '@tanstack/virtual-file-routes'

// Every URL of the product and the file that renders it. Delete a feature: its folder, and its line here.

const PUBLIC = [
  index('features/home/home-route.tsx'),
  route('/events', 'features/events/events-route.tsx'),
  route('/events/$id', 'features/event/event-route.tsx'),
  route('/add-event', 'features/add-event/add-event-route.tsx'),
  route('/outbox', 'features/outbox/outbox-route.tsx'),
  route('/on-this-device', 'features/on-this-device/on-this-device-route.tsx'),
  route('/contacts', 'features/support/support-route.tsx'),
  route('/profile', 'features/profile/profile-route.tsx'),
  route('/privacy', 'features/legal/privacy-route.tsx'),
  route('/terms', 'features/legal/terms-route.tsx'),
  route('/eula', 'features/legal/eula-route.tsx'),
  route('/download', 'features/download/download-route.tsx'),
  route('/app', 'features/download/app-redirect-route.tsx'),
  route('/promo', 'features/promo/promo-route.tsx'),
  route('/login', 'features/account/login-route.tsx'),
  route('/register', 'features/account/register-route.tsx'),
  route('/reset-password', 'features/account/reset-password-route.tsx'),
  route('/auth/google/callback', 'features/provider-return/google-callback-route.tsx'),
  route('/auth/apple/redirect', 'features/provider-return/apple-redirect-route.tsx'),
  route('/$', 'features/not-found/not-found-route.tsx'),
]

const BACK_OFFICE = [
  route('/backoffice/login', 'features/back-office/login-route.tsx'),
  route('/backoffice', 'features/back-office/layout-route.tsx', [
    index('features/back-office/index-route.tsx'),
    route('/dashboard', 'features/back-office/dashboard/dashboard-route.tsx'),
    route('/activity', 'features/back-office/activity/activity-route.tsx'),
    route('/events', 'features/back-office/events/events-route.tsx'),
    route('/events/new', 'features/back-office/event/create-route.tsx'),
    route('/events/import', 'features/back-office/import/import-route.tsx'),
    route('/events/$id', 'features/back-office/event/event-route.tsx'),
    route('/events/$id/edit', 'features/back-office/event/edit-route.tsx'),
    route('/tags', 'features/back-office/tags/tags-route.tsx'),
    route('/users', 'features/back-office/users/users-route.tsx'),
    route('/users/$id', 'features/back-office/users/user-route.tsx'),
    route('/notifications', 'features/back-office/notifications/notifications-route.tsx'),
    route('/devices', 'features/back-office/devices/devices-route.tsx'),
    route('/security', 'features/back-office/security/security-route.tsx'),
    route('/contact-forms', 'features/back-office/contact-forms/contact-forms-route.tsx'),
  ]),
]

/** The routes of a document of the guide. */
export const publicSitemap = rootRoute('app/root.tsx', PUBLIC)

/** The routes of a document of the back office, which is built apart (tools/client-bundle.ts). */
export const backOfficeSitemap = rootRoute('app/back-office-root.tsx', BACK_OFFICE)

/** All of them: what links are typed by. */
export const sitemap = rootRoute('app/root.tsx', [...PUBLIC, ...BACK_OFFICE])
