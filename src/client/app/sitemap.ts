import { index, rootRoute, route } from '@tanstack/virtual-file-routes'

// Every URL of the product and the file that renders it. Delete a feature: its folder, and its line here.

/** The routes of the pages that everybody may open; the server renders them. */
export const publicRoutes = [
  index('features/home/home-route.tsx'),
  route('/events', 'features/events/events-route.tsx'),
  route('/events/$id', 'features/event/event-route.tsx'),
  route('/places/$slug', 'features/place/place-route.tsx'),
  route('/organisers/$slug', 'features/organiser/organiser-route.tsx'),
  route('/manage/$id', 'features/manage/manage-route.tsx'),
  route('/tides', 'features/tides/tides-route.tsx'),
  route('/week', 'features/week/week-route.tsx'),
  route('/week/$week', 'features/week/week-of-route.tsx'),
  route('/week-mail', 'features/week-mail/week-mail-route.tsx'),
  route('/add-event', 'features/submit/add-event-route.tsx'),
  route('/saved', 'features/saved/saved-route.tsx'),
  route('/outbox', 'features/outbox/outbox-route.tsx'),
  route('/on-this-device', 'features/on-this-device/on-this-device-route.tsx'),
  route('/contacts', 'features/support/support-route.tsx'),
  route('/profile', 'features/profile/profile-route.tsx'),
  route('/privacy', 'features/pages/privacy-route.tsx'),
  route('/terms', 'features/pages/terms-route.tsx'),
  route('/eula', 'features/pages/eula-route.tsx'),
  route('/download', 'features/pages/download-route.tsx'),
  route('/app', 'features/pages/app-redirect-route.tsx'),
  route('/promo', 'features/promo/promo-route.tsx'),
  route('/login', 'features/account/login-route.tsx'),
  route('/register', 'features/account/register-route.tsx'),
  route('/reset-password', 'features/account/reset-password-route.tsx'),
  route('/auth/google/callback', 'features/provider-return/google-callback-route.tsx'),
  route('/auth/apple/redirect', 'features/provider-return/apple-redirect-route.tsx'),
  route('/$', 'features/pages/not-found-route.tsx'),
]

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

export const sitemap = rootRoute('app/root.tsx', [...publicRoutes, ...BACK_OFFICE])
