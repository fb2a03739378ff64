import type { Audience } from '@/domain/events/facts/event-facts'
import type { EventStatus } from '@/domain/events/event'
import type { AccessFeature, EventLanguage } from '@/domain/events/facts/facts-filter'
import type { InfoLink } from '@/domain/events/info-link'
import type { STARTING_TAGS } from '@/site/starting-tags'
import type { When } from './when'

export type DemoTag = (typeof STARTING_TAGS)[number]['key']

export interface DemoEvent {
  title: string
  description: string
  /** A name of the gazetteer. */
  place: string
  tags: readonly [DemoTag, ...DemoTag[]]
  when: When
  /** Euros; absent when nothing is said of it. */
  price?: number
  /** The price is what everybody likes to give. */
  isDonation?: true
  /** An absent one says nothing. */
  audience?: Audience
  access?: readonly AccessFeature[]
  languages?: readonly EventLanguage[]
  infoUrl?: string
  links?: readonly InfoLink[]
  /** Is by the organiser of the demonstration. */
  isByOrganiser?: true
  /** Has a photo; the others are rendered as a poster by the client. */
  photo?: true
  /** PUBLISHED unless said otherwise. */
  status?: EventStatus
  /** The reason of a rejection. */
  reason?: string
}
