/** Words that people search a tag by besides its names, by key. */
export const TAG_WORDS: Readonly<Record<string, readonly string[]>> = {
  food: ['comida', 'petiscos', 'restaurante'],
  festival: ['festa', 'party'],
  music: ['concerto', 'concert', 'gig'],
}

/** The form has them as a fallback. Once the app is running, administrators create, rename and delete tags. */

/** A key is the filter's value and never changes; `name` is in the app's first language, `names` in its others. */
export const STARTING_TAGS = [
  { key: 'surf', name: 'Surf', names: { pt: 'Surf' } },
  { key: 'music', name: 'Music', names: { pt: 'Música' } },
  { key: 'market', name: 'Market', names: { pt: 'Mercado' } },
  { key: 'food', name: 'Food & Drink', names: { pt: 'Comes e bebes' } },
  { key: 'yoga', name: 'Yoga & Wellness', names: { pt: 'Ioga e bem-estar' } },
  { key: 'family', name: 'Family', names: { pt: 'Família' } },
  { key: 'festival', name: 'Festival', names: { pt: 'Festival' } },
  { key: 'competition', name: 'Competition', names: { pt: 'Competição' } },
  { key: 'art', name: 'Art & Culture', names: { pt: 'Arte e cultura' } },
  { key: 'tradition', name: 'Tradition', names: { pt: 'Tradição' } },
  { key: 'nature', name: 'Nature', names: { pt: 'Natureza' } },
  { key: 'workshop', name: 'Workshop', names: { pt: 'Oficina' } },
  { key: 'nightlife', name: 'Nightlife', names: { pt: 'Noite' } },
  { key: 'sport', name: 'Sport', names: { pt: 'Desporto' } },
] as const
