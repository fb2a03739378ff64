import type { Endpoint, HandledInput, Reply } from '@/contract/endpoint'
import type { ENDPOINTS, EndpointName } from '@/contract/endpoints'
import type { Locale } from '@/messages/compiled/runtime.js'
import type { Database, Queryable } from '@/server/platform/database/client'
import type { AccessTokens } from '@/server/http/auth/access-token'
import type { EventLinks } from '@/server/http/security/event-links'
import type { WeekLinks } from '@/server/http/security/week-links'
import type { ResponseCache } from '@/server/http/caching/response-cache'
import type { Clock } from '@/server/platform/process/clock'
import type { DeriveKey } from '@/server/http/auth/derived-key'
import type { FormTokens } from '@/server/http/limits/sender-proof/form-token'
import type { PhotoAccess } from '@/server/http/photos/photo-access'
import type { PhotoUploads } from '@/server/http/photos/photo-uploads'
import type { WaitingUploads } from '@/server/http/photos/waiting-uploads'
import type { RequestSource } from './request/request-source'
import type { SecurityLog } from '@/server/http/security/security-log'
import type { Storage } from '@/server/http/photos/storage'
import type { CurrentUser } from '@/server/http/auth/session'

/** The parts that every handler may use; made once by `buildApp`. */
export interface AppDeps {
  db: Database
  clock: Clock
  photos: PhotoUploads
  uploads: WaitingUploads
  photoAccess: PhotoAccess
  tokens: AccessTokens
  eventLinks: EventLinks
  weekLinks: WeekLinks
  formTokens: FormTokens
  responses: ResponseCache
  storage: Storage
  securityLog: SecurityLog
  deriveKey: DeriveKey
  /** How long a form is open at least before it is submitted. */
  minFillMs: number
  /** Call after a commit that has enqueued a job. */
  notifyWorkers: () => void
}

/** A validated request. */
export interface Call<E extends Endpoint> extends HandledInput<E> {
  currentUser: E['auth'] extends 'required' ? CurrentUser : CurrentUser | undefined
  /** The origin of absolute URLs in the reply. */
  origin: string
  locale: Locale
  nowSeconds: number
  source: RequestSource
  /** Whether the account in the body was signed in to on this device before. */
  isKnownDevice: boolean
  /** Whether it came with a form token that had been in a form long enough and was not used up; an account needs none. */
  hasFormToken: boolean
}

/** Runs `commit` in one transaction with the response stored for the request's Idempotency-Key, if it has one. */
export type Once<T> = (commit: (tx: Queryable) => Promise<T>) => Promise<T>

/** Handles one call; returns what stands under `data`, throws ApiError for expected failures. */
export type Handler<E extends Endpoint> = E extends { idempotent: true }
  ? (call: Call<E>, once: Once<Reply<E>>) => Promise<Reply<E>>
  : (call: Call<E>) => Promise<Reply<E>>

type Endpoints = typeof ENDPOINTS

/** One handler an endpoint: a missing one does not compile. */
export type Handlers = { [N in EndpointName]: Handler<Endpoints[N]> }
