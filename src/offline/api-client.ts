import type { CallInput, Endpoint, Reply } from '@/contract/endpoint'
import {
  type CallOptions,
  createRequestSender,
  type SendRequest,
  type RequestSenderParts,
} from './send-request'
import type { Outcome } from './outcome'
import type { CallParts } from './request'

/** A token to call with, none because nobody is signed in, or no way to get one just now. */
export type TokenResult = { kind: 'token'; token: string } | { kind: 'none' } | { kind: 'unreachable' }

/** Who the calls are made for. */
export interface TokenSource {
  token(): Promise<TokenResult>
  /** A new token after the server has refused `rejected`. */
  renew(rejected: string): Promise<TokenResult>
}

export interface ApiCallOptions extends CallOptions {
  /**
   * 'none' calls as a visitor. A source of its own calls for that account and for nobody else: without a token the
   * call is refused here and nothing is sent. Default: the client's own source, where the endpoint takes a token.
   */
  auth?: 'none' | TokenSource
}

/** The only caller of `fetch`. Trouble comes back as an `Outcome`; nothing is thrown for what the world does. */
export interface ApiClient {
  call<E extends Endpoint>(
    endpoint: E,
    input: CallInput<E>,
    options?: ApiCallOptions,
  ): Promise<Outcome<Reply<E>>>
}

interface ApiClientParts extends RequestSenderParts {
  tokens?: TokenSource
}

/** `baseUrl` ends before the endpoint's path, as in `/api/v1`. */
export function createApiClient(parts: ApiClientParts): ApiClient {
  const exchange = createRequestSender(parts)
  return {
    // `exchange` has validated the reply with the endpoint's own schema.
    call: (endpoint, input, options = {}) =>
      callAs(sourceFor(endpoint, options, parts.tokens), exchange, endpoint, input, options) as Promise<
        Outcome<Reply<typeof endpoint>>
      >,
  }
}

interface Source {
  tokens: TokenSource
  /** Nothing may be sent without a token. */
  isRequired: boolean
}

function sourceFor(
  endpoint: Endpoint,
  options: ApiCallOptions,
  own: TokenSource | undefined,
): Source | undefined {
  if (options.auth === 'none') return undefined
  if (options.auth !== undefined) return { tokens: options.auth, isRequired: true }
  return endpoint.auth === 'none' || own === undefined ? undefined : { tokens: own, isRequired: false }
}

async function callAs(
  source: Source | undefined,
  exchange: SendRequest,
  endpoint: Endpoint,
  input: CallParts,
  options: CallOptions,
): Promise<Outcome<unknown>> {
  const first = await source?.tokens.token()
  if (first?.kind === 'unreachable') return NO_TOKEN_NOW
  if (first?.kind === 'none' && source?.isRequired === true) return SIGNED_OUT
  const token = first?.kind === 'token' ? first.token : undefined
  const outcome = await exchange(endpoint, input, options, token)
  if (source === undefined || token === undefined || outcome.kind !== 'refused' || outcome.status !== 401)
    return outcome
  const renewed = await source.tokens.renew(token)
  if (renewed.kind === 'unreachable') return NO_TOKEN_NOW
  return renewed.kind === 'token' ? exchange(endpoint, input, options, renewed.token) : outcome
}

const NO_TOKEN_NOW: Outcome<never> = { kind: 'unreachable', reason: 'network' }

const SIGNED_OUT: Outcome<never> = {
  kind: 'refused',
  status: 401,
  code: 'UNAUTHENTICATED',
  message: '',
  fields: [],
}
