import type { Rolldown } from 'vite'

/** The path of a module: below `node_modules`, `src` or the project. */
function pathOf(id: string): string {
  const inPackage = id.split('/node_modules/')
  if (inPackage.length > 1) return inPackage.at(-1) ?? ''
  return id.replace(`${process.cwd()}/`, '').replace(/^src\//, '')
}

/**
 * Modules that share a file: each is a request that may fail on a beach. A group takes along what its modules import,
 * unless a group above it has that already: modules that many import therefore stand first, and no group imports one
 * below it. A page loads a whole group for one module of it, so nothing small stands with a large library.
 */
export function chunkGroups(isBackOfficeOnly: (moduleId: string) => boolean): Rolldown.CodeSplittingGroup[] {
  /** A group of the modules below `src` and of the packages whose path begins so. */
  const group = (name: string, ...beginnings: string[]) => ({
    name,
    test: (id: string) => {
      const path = pathOf(id)
      return beginnings.some((beginning) => path.startsWith(beginning)) && !isBackOfficeOnly(id)
    },
  })
  /** The same without what a single page needs: that stays with the page. */
  const shared = (name: string, ...beginnings: string[]) => ({
    ...group(name, ...beginnings),
    minShareCount: 2,
  })
  return [
    // Every page imports these at once: two files, and React's DOM part in one.
    { name: 'libraries', tags: ['$initial'], test: /node_modules|rolldown.runtime/ },
    { name: 'initial', tags: ['$initial'] },
    group('react-dom', 'react-dom/', 'scheduler/'),
    // A browser that has Temporal never loads it.
    group('temporal-polyfill', 'temporal-'),
    // The list, an event and the tide table predict with it, each some time after its page.
    group(
      'tides',
      '@neaps/',
      'suncalc/',
      'domain/tides/',
      'site/tides.',
      'client/shared/tides/tide-line',
      'messages/compiled/split/messages/tides_high.',
      'messages/compiled/split/messages/tides_low.',
      'messages/compiled/split/messages/tides_sunset',
      'messages/compiled/split/messages/tides_station.',
      'messages/compiled/split/messages/tides_data.',
    ),
    // Small, and of use on almost every page. They import nothing but each other.
    shared(
      'common',
      // Lists by day, of a place, of an organiser and of a pin.
      'client/shared/agenda/agenda-days',
      '@tanstack/react-router/',
      'client/shared/loading/lazy-dialog',
      'client/shared/outbox/outbox-submit',
      'client/shared/session/own-key',
      'client/shared/photos/photo-preview',
      // The hearts of the cards.
      'client/shared/saved/',
      'client/shared/notifications/push-subscription',
      'client/shared/time/pause',
      'client/shared/time/saved-age.',
      'client/shared/time/use-device-now',
      'client/shared/session/session-over',
      'client/shared/pwa/mobile-platform',
      'client/shared/session/return-address',
      'client/shared/offline/report',
      'client/shared/offline/client-call',
      'client/shared/offline/unreachable.',
      'client/shared/event-form/honeypot',
      'client/shared/forms/busy-form-props',
      'client/shared/forms/unsaved',
      'client/shared/forms/leave-page',
      'client/shared/session/use-current-user',
      'client/design-system/forms/chip-choices',
      'client/design-system/icons/event-icons',
      'client/design-system/icons/form-icons',
      'client/design-system/icons/later-icons',
      'messages/price-text',
      'client/shared/time/recurrence-text',
      'client/shared/consent/analytics',
      'messages/compiled/split/messages/calendar_file',
      'messages/compiled/split/messages/event_view_on_map',
      'messages/compiled/split/messages/form_honeypot',
      'messages/compiled/split/messages/form_not_stored',
      'messages/compiled/split/messages/form_optional',
      'messages/compiled/split/messages/form_refused_text',
      'messages/compiled/split/messages/week_mail_submit.',
      'offline/api/backoff',
      'offline/platform/clock',
      'offline/platform/storage-timeout',
      'offline/platform/metered',
      'offline/platform/new-id',
      'offline/outbox/delivery/base64',
      'offline/outbox/entry.',
      'offline/replica/photo-storage',
      'offline/replica/server-time',
      'styled-system/patterns/stack',
      'styled-system/recipes/text-link',
    ),
    // They pass an address on: it is copied, or read from a screen or from paper.
    group(
      'share',
      'client/design-system/clipboard',
      'client/shared/programme/qr-code',
      'client/shared/share/copy-item',
      'client/shared/share/feed-items',
      'client/shared/share/share.',
      'contract/events/feed-addresses',
      'messages/compiled/split/messages/event_link_copied',
      'messages/compiled/split/messages/week_print',
    ),
    // Values that a page computes by itself: they are evaluated before the page reacts, so no schema is in them.
    shared(
      'domain',
      'contract/events/calendar-files',
      'contract/events/cards',
      'domain/events/facts/event-facts',
      'domain/events/event-state',
      'domain/events/evening',
      'domain/events/facts/facts-filter',
      'domain/events/info-link',
      'domain/events/photo',
      'domain/submissions/submission-limits',
      'domain/tags/tag.',
      'domain/places/',
      'domain/text/fold-text',
      'domain/text/text-links',
      'domain/text/web-address',
      'domain/time/',
      'domain/timetables/consecutive-days',
      'domain/timetables/occurrence',
      'domain/timetables/recurrence',
      'domain/timetables/shown-occurrence',
      'domain/validation/',
      'offline/programme/programme-failure',
      'offline/programme/shown-event',
      'offline/saved/saved-plan',
    ),
    // Schemas of what is sent and received, which come with the offline client and once a form is validated.
    // Two files, because the second of them is evaluated in a task of its own.
    shared(
      'schemas',
      'zod/',
      'domain/',
      'contract/envelope',
      'contract/errors',
      'contract/events/',
      'contract/proof-of-work',
      'contract/form-tokens',
      'offline/replica/known-tags',
    ),
    shared('account-schemas', 'contract/'),
    // The facts of events in words, and the maps of their places: the fold of the filters, that of the form, and an event.
    group(
      'facts',
      'site/places.',
      'client/shared/maps/use-google-maps',
      'client/shared/places/place-at-position',
      'client/shared/programme/fact-labels',
      'client/features/events/filters/fact-filters',
      'client/shared/event-form/facts-fields',
      'messages/compiled/split/messages/facts_',
    ),
    // Each has dozens of sentences, and many pages need one of the two alone. The outbox names the fields of an event's form, too.
    group(
      'problem-text',
      'messages/problem-text',
      'client/shared/event-form/problems/form-problem',
      'messages/compiled/split/messages/form_ends_next_day',
      'messages/compiled/split/messages/form_new_event',
      'client/shared/event-form/form-values',
      'client/shared/event-form/from-submission',
    ),
    shared('server-error-text', 'client/shared/forms/server-error-text'),
    // The outbox as other pages use it: without Dexie, which most forms do without.
    shared(
      'outbox',
      'client/shared/forms/support-topic-labels',
      'client/shared/outbox/attention-text',
      'client/shared/outbox/paused-note',
      'client/shared/outbox/delivery-note',
      'client/shared/offline/save-file',
      'client/shared/session/use-sign-out',
      'messages/compiled/split/messages/form_already_t',
      'messages/compiled/split/messages/form_edit_busy',
      'messages/compiled/split/messages/form_edit_changed_t',
      'messages/compiled/split/messages/form_edit_sent_t',
      'messages/compiled/split/messages/form_paused_text',
      'messages/compiled/split/messages/form_sending_t',
      'messages/compiled/split/messages/form_sent_title',
      'messages/compiled/split/messages/form_storage_full',
      'messages/compiled/split/messages/form_unstored',
      'messages/compiled/split/messages/form_waits',
      'messages/compiled/split/messages/outbox_',
      'messages/compiled/split/messages/support_',
      'offline/outbox/',
      'offline/api/send-request',
    ),
    // The sketch of the coast, on the list's map and on the page of a place.
    shared(
      'coast',
      'site/coast.',
      'client/shared/maps/coast-',
      'messages/compiled/split/messages/map_place',
      'messages/compiled/split/messages/map_source',
    ),
    // A week of the address and the week of today.
    group(
      'week',
      'client/features/week/load-week',
      'client/features/week/week-query',
      'client/features/week/iso-week',
    ),
    // The library of all forms.
    group('form', '@tanstack/react-form', '@tanstack/react-store', 'client/shared/forms/use-schema-form'),
    // The group has no form: the pages that come back from a provider have none.
    shared('provider', 'client/shared/sign-in/provider-buttons', 'client/shared/sign-in/second-factor-gate'),
    // Signing in and registering; a profile has the fields for a password, too.
    shared(
      'account',
      'client/features/account/',
      'client/shared/sign-in/registration-secret',
      'client/shared/forms/use-server-errors',
      'client/design-system/forms/password-field',
      'messages/compiled/split/messages/sign_in_',
    ),
    // IndexedDB, and what only shows what is in it.
    group(
      'dexie',
      'dexie',
      'client/shared/time/saved-age-label',
      'client/shared/outbox/outbox-badge',
      'client/shared/outbox/use-live-outbox',
      'client/shared/outbox/use-locked-entry',
    ),
    // Every page starts it once idle, and none of it waits for Dexie.
    group(
      'background',
      'client/app/background',
      'client/shared/pwa/app-update',
      'client/shared/layout/bottom-banners',
    ),
    // These read and send; every page starts them as well.
    group('offline-client', 'offline/page/page-offline-client'),
    // All of Ark's components stand on these, and most of their pages have the collapsible. Another component is a file with the pages
    // that show it.
    shared(
      'ark',
      '@ark-ui/react/dist/components/factory',
      '@ark-ui/react/dist/components/field',
      '@ark-ui/react/dist/components/portal',
      '@ark-ui/react/dist/components/presence',
      '@ark-ui/react/dist/providers/',
      '@ark-ui/react/dist/utils/',
      'client/design-system/collapsible',
      '@zag-js/anatomy',
      '@zag-js/core',
      '@zag-js/dom-query',
      '@zag-js/focus-visible',
      '@zag-js/react',
      '@zag-js/utils',
    ),
    // Ark's dialog with the one that asks whether.
    group('dialog', 'client/design-system/overlays/confirm-dialog'),
    // The offers of the list below itself, or where nothing was found.
    group('list-ends', 'client/features/events/nothing-found', 'client/features/events/subscribe-menu'),
    // The page of an event, its head and the page in its place share these, as do the pages of a place and an organiser.
    shared(
      'event',
      'client/features/event/',
      'client/shared/agenda/agenda-page',
      'site/coast.',
      'client/shared/maps/coast-',
      'client/shared/places/directions-link',
      'client/shared/places/nearest-place',
      'client/shared/places/place-json-ld',
      'client/shared/places/place-lines',
      'client/shared/places/place-location',
      'client/shared/programme/linked-text',
      'client/shared/share/feed-links',
      'client/shared/links/social-links',
      'client/shared/links/web-url',
      'client/shared/links/written-out',
      'messages/compiled/split/messages/event_',
      'messages/compiled/split/messages/map_source',
      'messages/compiled/split/messages/place_all',
    ),
    // The parts of every form of an event: a new one, a change, an organiser's.
    shared(
      'event-form',
      'client/design-system/forms/',
      'client/shared/event-form/draft/draft.',
      'client/shared/event-form/draft/use-',
      'client/shared/event-form/event-form',
      'client/shared/event-form/form-',
      'client/shared/event-form/place-and-tag-options',
      'client/shared/event-form/times/',
      'client/shared/event-form/to-submission',
      'client/shared/event-form/use-',
      'client/shared/photos/photo-field',
      'client/shared/places/',
      'client/shared/tags/',
    ),
    // What a form of an event loads after its page, all of it small.
    group(
      'event-form-later',
      'client/features/submit/drafts/other-drafts',
      'client/shared/event-form/draft/read-draft',
      'client/shared/event-form/problems/payload-problems',
      'client/shared/event-form/times/block-note',
    ),
    // A person's own data, also where an event is submitted again.
    shared(
      'profile',
      'client/features/profile/profile-head',
      'client/shared/session/own-queries',
      'client/shared/session/use-sign-in-first',
      'messages/compiled/split/messages/profile_',
    ),
  ]
}
