/**
 * The village of this site. Another village adopts the product by editing this file, `places.ts`, `tides.ts`,
 * `starting-tags.ts` and `demo.json` beside it and the words in `src/messages`; nothing else names a place.
 */
export const SITE = {
  name: 'Ericeira Events',
  village: 'Ericeira',
  region: 'Lisbon',
  country: 'PT',
  timeZone: 'Europe/Lisbon',
  /** Its yearly changes of the clock as calendars say them (RFC 5545 3.6.5); without any, one that changes nothing. */
  clockChanges: [
    {
      kind: 'daylight',
      since: '1997-03-30T01:00:00',
      from: '+00:00',
      to: '+01:00',
      yearly: { bymonth: 3, byday: '-1SU' },
    },
    {
      kind: 'standard',
      since: '1996-10-27T02:00:00',
      from: '+01:00',
      to: '+00:00',
      yearly: { bymonth: 10, byday: '-1SU' },
    },
  ],
  centre: { latitude: 38.9631, longitude: -9.417 },
  /** Google's place search prefers what lies this near to the centre: the village, its beaches and the next towns. */
  placeSearchRadiusMetres: 10_000,
  /** The list has a map, of the coast in `coast.ts`. */
  hasMap: true,
  /** The style of the embedded map, made in the Google Cloud console; this one is Google's own and fits any key. */
  googleMapId: 'DEMO_MAP_ID',
  contactMailbox: 'hello@ericeira.events',
  appStoreUrl: 'https://apps.apple.com/pt/app/ericeira-events/id6740000000',
  social: {
    instagram: 'https://www.instagram.com/ericeira.events',
    facebook: 'https://www.facebook.com/ericeira.events',
  },
} as const

interface TideStation {
  name: string
  distanceKm: number
  direction: 'north' | 'east' | 'south' | 'west'
  /** A list filtered by one of these tags shows tide and sunset with each day. */
  tagKeys: readonly string[]
}

/** `undefined` in a village without a sea: nothing then says a word of tides. */
export const TIDE_STATION: TideStation | undefined = {
  name: 'Cascais',
  distanceKm: 30,
  direction: 'south',
  tagKeys: ['surf', 'beach'],
}
