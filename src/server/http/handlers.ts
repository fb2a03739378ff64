import type { Endpoint, HandledInput, Reply } from '@/contract/endpoint'
import type { ENDPOINTS, EndpointName } from '@/contract/endpoints'
import type { Locale } from '@/messages/compiled/runtime.js'
import type { Database, Queryable } from '@/server/database/client'
import type { AccessTokens } from './access-token'
import type { AnswerCache } from './answer-cache'
import type { Clock } from './clock'
import type { PhotoKeeper } from './photo-keeper'
import type { Caller } from './session'

/** What every handler may use; made once by `buildApp`. */
export interface AppParts {
  db: Database
  clock: Clock
  photos: PhotoKeeper
  tokens: AccessTokens
  answers: AnswerCache
  /** Tells the job runner that there is something to do, after a commit. */
  wakeJobs: () => void
}

/** A validated request. */
export interface Call<E extends Endpoint> extends HandledInput<E> {
  caller: E['auth'] extends 'required' ? Caller : Caller | undefined
  /** Of absolute addresses in the answer. */
  origin: string
  locale: Locale
  nowSeconds: number
}

/** Runs `commit` in one transaction with the answer to the request's Idempotency-Key, if it has one. */
export type Once<T> = (commit: (tx: Queryable) => Promise<T>) => Promise<T>

/** Answers one call with what stands under `data`; throws ApiError for expected trouble. */
export type Handler<E extends Endpoint> = E extends { idempotent: true }
  ? (call: Call<E>, once: Once<Reply<E>>) => Promise<Reply<E>>
  : (call: Call<E>) => Promise<Reply<E>>

type Endpoints = typeof ENDPOINTS

/** One handler an endpoint: a missing one does not compile. */
export type Handlers = { [N in EndpointName]: Handler<Endpoints[N]> }
