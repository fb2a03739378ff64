import type { ManifestOptions } from 'vite-plugin-pwa'
import { SITE } from '../../../site/site.ts'

export const webManifest: Partial<ManifestOptions> = {
  id: '/',
  name: SITE.name,
  short_name: SITE.village,
  description: `What’s on in ${SITE.village}, today and this week, online or offline.`,
  lang: 'en',
  dir: 'ltr',
  start_url: '/?source=app',
  scope: '/',
  display: 'standalone',
  orientation: 'any',
  background_color: '#f3f9fa',
  theme_color: '#0b4156',
  categories: ['events', 'travel', 'entertainment', 'lifestyle'],
  launch_handler: { client_mode: ['navigate-existing', 'auto'] },
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icons/maskable-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: '/icons/monochrome-512.png', sizes: '512x512', type: 'image/png', purpose: 'monochrome' },
  ],
  screenshots: [
    { src: '/screenshots/events-narrow.webp', sizes: '390x844', type: 'image/webp', form_factor: 'narrow' },
    { src: '/screenshots/event-narrow.webp', sizes: '390x844', type: 'image/webp', form_factor: 'narrow' },
    { src: '/screenshots/home-wide.webp', sizes: '1280x800', type: 'image/webp', form_factor: 'wide' },
  ],
  shortcuts: [
    {
      name: 'Upcoming',
      url: '/events',
      icons: [{ src: '/icons/shortcut-upcoming-96.png', sizes: '96x96', type: 'image/png' }],
    },
    {
      name: 'Add event',
      url: '/add-event',
      icons: [{ src: '/icons/shortcut-add-96.png', sizes: '96x96', type: 'image/png' }],
    },
    {
      name: 'Saved',
      url: '/saved',
      icons: [{ src: '/icons/shortcut-saved-96.png', sizes: '96x96', type: 'image/png' }],
    },
  ],
  share_target: {
    action: '/add-event',
    method: 'POST',
    enctype: 'multipart/form-data',
    params: {
      title: 'title',
      text: 'text',
      url: 'url',
      files: [{ name: 'photo', accept: ['image/jpeg', 'image/png'] }],
    },
  },
}
