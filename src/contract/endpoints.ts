import * as auth from '@/contract/accounts/auth'
import * as backOfficeEvents from '@/contract/back-office/back-office-events'
import * as contactForms from './contact-forms'
import * as events from '@/contract/events/events'
import * as imports from '@/contract/back-office/import'
import * as managedEvents from '@/contract/events/managed-events'
import * as overview from '@/contract/back-office/back-office-overview'
import * as ownEvents from '@/contract/accounts/own-events'
import * as people from '@/contract/back-office/back-office-people'
import * as profile from '@/contract/accounts/profile'
import * as push from '@/contract/accounts/push'
import * as secondFactor from '@/contract/accounts/second-factor'
import * as tags from '@/contract/back-office/back-office-tags'
import * as weekMail from './week-mail'
import { PERMISSIONS } from '@/domain/accounts/permission'
import type { Endpoint } from './endpoint'
import { ERROR_STATUS, PHOTO_ERRORS, type ErrorCode } from './errors'

const exported = {
  ...auth,
  ...backOfficeEvents,
  ...contactForms,
  ...events,
  ...imports,
  ...managedEvents,
  ...overview,
  ...ownEvents,
  ...people,
  ...profile,
  ...push,
  ...secondFactor,
  ...tags,
  ...weekMail,
}
type Exported = typeof exported

type Register = { [N in keyof Exported as Exported[N] extends Endpoint ? N : never]: Exported[N] }

/** Every call there is, under its name. */
export const ENDPOINTS = Object.fromEntries(
  Object.entries(exported).filter(([, value]) => typeof value === 'object' && 'method' in value),
) as Register

export type EndpointName = keyof Register

const NAMES = new Map<Endpoint, EndpointName>(
  (Object.keys(ENDPOINTS) as EndpointName[]).map((name) => [ENDPOINTS[name], name]),
)

export function nameOf(endpoint: Endpoint): EndpointName {
  const name = NAMES.get(endpoint)
  if (name === undefined) throw new Error(`${endpoint.method} ${endpoint.path} is not in the register`)
  return name
}

/** Every error that a call can end with, by status: those of any call, those that follow from what it takes, and its own. */
export function errorsOf(endpoint: Endpoint): ErrorCode[] {
  const { errors = [], permission, params, query, body, takesBytes, idempotent, carriesPhoto } = endpoint
  const isSent = (body ?? takesBytes) !== undefined
  const isStaffOnly = PERMISSIONS[permission].every((holder) => holder === 'ADMIN')
  const found: (ErrorCode | false)[] = [
    ...errors,
    'TOO_MANY_REQUESTS',
    'INTERNAL_ERROR',
    'UNAVAILABLE',
    (endpoint.auth === 'required' || endpoint.auth === 'optional') && 'UNAUTHENTICATED',
    ...(isStaffOnly ? (['FORBIDDEN', 'SECOND_FACTOR_SETUP_REQUIRED'] as const) : []),
    params !== undefined && 'NOT_FOUND',
    isSent && 'MALFORMED_REQUEST',
    isSent && 'PAYLOAD_TOO_LARGE',
    isSent && 'UNSUPPORTED_MEDIA_TYPE',
    isSent && 'INSUFFICIENT_STORAGE',
    (isSent || query !== undefined) && 'VALIDATION_FAILED',
    ...(idempotent ? (['REQUEST_IN_PROGRESS', 'IDEMPOTENCY_KEY_REUSED'] as const) : []),
    ...(carriesPhoto ? PHOTO_ERRORS : []),
  ]
  const codes = found.filter((code) => code !== false)
  return [...new Set(codes)].toSorted((one, other) => ERROR_STATUS[one] - ERROR_STATUS[other])
}
