import * as auth from '@/contract/accounts/auth'
import * as backOfficeEvents from '@/contract/back-office/back-office-events'
import * as contactForms from './contact-forms'
import * as events from '@/contract/events/events'
import * as imports from '@/contract/back-office/import'
import * as managedEvents from '@/contract/events/managed-events'
import * as overview from '@/contract/back-office/back-office-overview'
import * as people from '@/contract/back-office/back-office-people'
import * as profile from '@/contract/accounts/profile'
import * as push from '@/contract/accounts/push'
import * as tags from '@/contract/back-office/back-office-tags'
import * as weekMail from './week-mail'
import type { Endpoint } from './endpoint'

const exported = {
  ...auth,
  ...backOfficeEvents,
  ...contactForms,
  ...events,
  ...imports,
  ...managedEvents,
  ...overview,
  ...people,
  ...profile,
  ...push,
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
