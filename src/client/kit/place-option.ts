import type { Place } from '@/domain/place'

/** A place to choose. Those of Google have no coordinates (0, 0) before they are resolved. */
export interface PlaceOption extends Place {
  id: string
  source: 'gazetteer' | 'event' | 'google'
}
