import type { ManifestOptions } from 'vite-plugin-pwa'
import { SITE } from '../../../site/site.ts'

const png = (name: string, size: number) =>
  ({ src: `/icons/${name}-${size}.png`, sizes: `${size}x${size}`, type: 'image/png' }) as const

const icon = (name: 'icon' | 'maskable' | 'monochrome', size: number) =>
  ({ ...png(name, size), purpose: name === 'icon' ? 'any' : name }) as const

const shortcut = (name: string, url: string, iconName: string) => ({
  name,
  url,
  icons: [png(`shortcut-${iconName}`, 96)],
})

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
    icon('icon', 192),
    icon('icon', 512),
    icon('maskable', 192),
    icon('maskable', 512),
    icon('monochrome', 512),
  ],
  screenshots: [
    { src: '/screenshots/events-narrow.webp', sizes: '390x844', type: 'image/webp', form_factor: 'narrow' },
    { src: '/screenshots/event-narrow.webp', sizes: '390x844', type: 'image/webp', form_factor: 'narrow' },
    { src: '/screenshots/home-wide.webp', sizes: '1280x800', type: 'image/webp', form_factor: 'wide' },
  ],
  shortcuts: [
    shortcut('Upcoming', '/events', 'upcoming'),
    shortcut('Add event', '/add-event', 'add'),
    shortcut('Saved', '/saved', 'saved'),
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
