import { index, rootRoute, route } from '@tanstack/virtual-file-routes'

/** Every URL of the product and the file that renders it. Delete a feature: its folder, and its line here. */
export const sitemap = rootRoute('app/root.tsx', [
  index('features/home/home-route.tsx'),
  route('/events', 'features/events/events-route.tsx'),
  route('/events/$id', 'features/event/event-route.tsx'),
  route('/add-event', 'features/add-event/add-event-route.tsx'),
  route('/outbox', 'features/outbox/outbox-route.tsx'),
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
  route('/backoffice/login', 'features/back-office/login-route.tsx'),
  route('/backoffice', 'features/back-office/layout-route.tsx', [
    index('features/back-office/index-route.tsx'),
    route('/dashboard', 'features/back-office/dashboard-route.tsx'),
    route('/events', 'features/back-office/events-route.tsx'),
    route('/events/$id', 'features/back-office/event-route.tsx'),
  ]),
])
