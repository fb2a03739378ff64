import { login, refresh } from './auth'
import {
  countBackOfficeEvents,
  getBackOfficeEvent,
  listBackOfficeEvents,
  reviewEvent,
} from './back-office-events'
import { sendSupportMessage } from './contact-forms'
import type { Endpoint } from './endpoint'
import { getEvent, listEvents, listProgramme, listTags, listUsedTags, submitEvent } from './events'

/** The register: every call there is. A route that is not here fails a test. */
export const ENDPOINTS = {
  listEvents,
  listProgramme,
  listTags,
  listUsedTags,
  getEvent,
  submitEvent,
  sendSupportMessage,
  login,
  refresh,
  listBackOfficeEvents,
  countBackOfficeEvents,
  getBackOfficeEvent,
  reviewEvent,
} as const satisfies Record<string, Endpoint>

export type EndpointName = keyof typeof ENDPOINTS
