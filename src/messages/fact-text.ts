import type { AccessFeature, Audience } from '@/domain/events/event-fields'
import * as m from './compiled/messages.js'

export const AUDIENCE_LABELS: Record<Audience, typeof m.facts_audience_all> = {
  all: m.facts_audience_all,
  families: m.facts_audience_families,
  adults: m.facts_audience_adults,
}
export const ACCESS_LABELS: Record<AccessFeature, typeof m.facts_audience_all> = {
  step_free: m.facts_access_step_free,
  accessible_toilet: m.facts_access_accessible_toilet,
  sign_language: m.facts_access_sign_language,
  seating: m.facts_access_seating,
}
