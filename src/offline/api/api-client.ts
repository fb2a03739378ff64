import type { CallInput, Endpoint, Reply } from '@/contract/endpoint'
import {
  type CallOptions,
  createRequestSender,
  type SendRequest,
  type RequestSenderDeps,
} from './send-request'
import type { Outcome } from './next-step'
import type { CallDeps } from './send-request'

export type TokenResult = { kind: 'token'; token: string } | { kind: 'none' } | { kind: 'unreachable' }

export interface TokenSource {
  token(): Promise<TokenResult>
  renew(rejected: string): Promise<TokenResult>
}

export interface ApiCallOptions extends CallOptions {
  /** 'none': as a visitor. A source of its own: for that account alone, refused without a token. Default: the client's own source. */
  auth?: 'none' | TokenSource
}

/** The only caller of `fetch`. Network and server errors are returned as an `Outcome`; none is thrown. */
export type ApiClient = ReturnType<typeof createApiClient>

interface ApiClientDeps extends RequestSenderDeps {
  tokens?: TokenSource
}

export function createApiClient(deps: ApiClientDeps) {
  const sendRequest = createRequestSender(deps)
  return {
    // `sendRequest` has validated the reply with the endpoint's own schema.
    call: <E extends Endpoint>(endpoint: E, input: CallInput<E>, options: ApiCallOptions = {}) =>
      callAs(sourceFor(endpoint, options, deps.tokens), sendRequest, endpoint, input, options) as Promise<
        Outcome<Reply<typeof endpoint>>
      >,
  }
}

interface Source {
  tokens: TokenSource
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
  sendRequest: SendRequest,
  endpoint: Endpoint,
  input: CallDeps,
  options: CallOptions,
): Promise<Outcome<unknown>> {
  const first = await source?.tokens.token()
  if (first?.kind === 'unreachable') return UNSENT
  if (first?.kind === 'none' && source?.isRequired === true) return SIGNED_OUT
  const token = first?.kind === 'token' ? first.token : undefined
  const outcome = await sendRequest(endpoint, input, options, token)
  if (source === undefined || token === undefined || outcome.kind !== 'refused' || outcome.status !== 401)
    return outcome
  const renewed = await source.tokens.renew(token)
  if (renewed.kind === 'unreachable') return UNSENT
  return renewed.kind === 'token' ? sendRequest(endpoint, input, options, renewed.token) : outcome
}

const UNSENT: Outcome<never> = { kind: 'unreachable', reason: 'unsent' }

const SIGNED_OUT: Outcome<never> = {
  kind: 'refused',
  status: 401,
  code: 'UNAUTHENTICATED',
  message: '',
  fields: [],
}
