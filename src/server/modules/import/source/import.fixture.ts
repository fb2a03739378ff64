import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodeText, readSource } from '@/server/modules/import/mapping/preview-rows'
import { placeFinder, mapEvent } from '@/server/modules/import/mapping/map-event'
import type { MapOptions, MappedEvent } from '@/server/modules/import/mapping/map-event'
import type { ReadSource } from '@/server/modules/import/mapping/preview-rows'

/** A Monday in summer, 11:00 in the village. */
export const NOW = Date.UTC(2026, 5, 15, 10) / 1000

export const DEFAULTS = {
  location_name: 'Ericeira',
  latitude: 38.9631,
  longitude: -9.417,
  tag_keys: ['culture'],
  email: '',
}

const TAGS = [
  { key: 'culture', name: 'Culture' },
  { key: 'music', name: 'Música' },
]

/** The bytes of a file as another calendar writes it. */
export function fixtureText(name: string): string {
  return decodeText(readFileSync(join(import.meta.dirname, 'fixtures', name)))
}

export function readText(text: string, nowSeconds = NOW): ReadSource {
  const read = readSource(text, { nowSeconds })
  if ('trouble' in read) throw new Error(read.trouble)
  return read
}

/** The events of a file that are to come, by title. */
export function mapText(
  text: string,
  nowSeconds = NOW,
  given: Partial<MapOptions> = {},
): Map<string, MappedEvent> {
  const options = { defaults: DEFAULTS, tags: TAGS, findPlace: placeFinder([]), nowSeconds, ...given }
  const mapped = [...readText(text, nowSeconds).events].flatMap(
    (event) => mapEvent(event.read(), options) ?? [],
  )
  return new Map(mapped.map((event) => [event.title, event]))
}

export function mapFixture(name: string, nowSeconds = NOW): Map<string, MappedEvent> {
  return mapText(fixtureText(name), nowSeconds)
}
