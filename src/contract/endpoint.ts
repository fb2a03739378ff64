import type * as z from 'zod/mini'
import type { Permission } from '@/domain/accounts/permission'
import { emptyReply, idParams } from './envelope'
import type { ErrorCode, FieldError } from './errors'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type Schema = z.ZodMiniType

export const API_PREFIX = '/api/v1'

/** Header of a write: the seconds since a person wrote it, which may have been without a network. */
export const WRITTEN_AGO_HEADER = 'x-written-ago'

/**
 * One call. `path` is below `API_PREFIX` with `{name}` for parameters; `reply` is what stands under `data`.
 * `auth`: 'none' ignores a token, 'optional' attaches the current user when a token is sent (an invalid one is 401),
 * 'lenient' does so when it is good, 'required' refuses without one. `idempotent` calls take an `Idempotency-Key` header (UUID).
 */
export interface Endpoint {
  method: Method
  path: `/${string}`
  summary: string
  permission: Permission
  auth: 'none' | 'optional' | 'lenient' | 'required'
  params?: Schema
  query?: Schema
  body?: Schema
  /** The media types of a body that is no JSON but the bytes of a file. */
  takesBytes?: readonly string[]
  /** The media type of a reply that is no JSON but a file: a client reads a Blob, and `reply` says nothing. */
  repliesBytes?: string
  reply: Schema
  /** Default: 200. */
  status?: 200 | 201 | 202
  idempotent?: boolean
  carriesPhoto?: boolean
}

type Request = `${Method} ${Endpoint['path']}`
type Rest = Omit<Endpoint, 'method' | 'path' | 'reply'> & { reply?: Schema }

/** An entry need not say that a reply holds nothing, and that the path has an id. */
type Defaults<R extends Request, E> = Pick<Endpoint, 'method' | 'path'> &
  (E extends { reply: Schema } ? unknown : { reply: typeof emptyReply }) &
  (E extends { params: Schema }
    ? unknown
    : R extends `${string}{id}${string}`
      ? { params: typeof idParams }
      : unknown)

/**
 * Preserves the literal types of an entry. `request` is method and path, as in `GET /events/{id}`. By the annotation a
 * bundle leaves out the endpoints that it does not call.
 */
/* @__NO_SIDE_EFFECTS__ */
export function defineEndpoint<const R extends Request, const E extends Rest>(
  request: R,
  rest: E,
): E & Defaults<R, E> {
  const [method, path] = request.split(' ') as [Method, Endpoint['path']]
  const params = path.includes('{id}') && { params: idParams }
  return { method, path, reply: emptyReply, ...params, ...rest } as E & Defaults<R, E>
}

const staff = { permission: 'back-office.use', auth: 'required' } as const

/** A call of the back office. */
/* @__NO_SIDE_EFFECTS__ */
export function defineStaffEndpoint<const R extends Request, const E extends Omit<Rest, keyof typeof staff>>(
  request: R,
  rest: E,
): E & typeof staff & Defaults<R, E> {
  return defineEndpoint(request, { ...staff, ...rest }) as E & typeof staff & Defaults<R, E>
}

type Out<S> = S extends Schema ? z.output<S> : undefined
type In<S> = S extends Schema ? z.input<S> : undefined

export interface FileBytes {
  bytes: ArrayBuffer
  type: string
}
type TakesBytes = { takesBytes: readonly string[] }

export type CallInput<E extends Endpoint> = Part<'params', In<E['params']>> &
  Part<'query', In<E['query']>> &
  Part<'body', E extends TakesBytes ? FileBytes : In<E['body']>>
type Part<K extends string, T> = T extends undefined ? { [P in K]?: undefined } : { [P in K]: T }

export interface HandledInput<E extends Endpoint> {
  params: Out<E['params']>
  query: Out<E['query']>
  body: E extends TakesBytes ? Uint8Array : Out<E['body']>
}

export type Reply<E extends Endpoint> = E extends { repliesBytes: string } ? Blob : z.output<E['reply']>

/** Calls the function behind an endpoint in the server's own process, without a request. Throws for what is no refusal. */
export type ReadInProcess = <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
) => Promise<
  | { kind: 'ok'; status: number; data: Reply<E> }
  | { kind: 'refused'; status: number; code: ErrorCode; message: string; fields: FieldError[] }
>
