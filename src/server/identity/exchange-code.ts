/** What the token endpoint made of a code. `reason` is for the log and holds nothing secret. */
export type CodeOutcome =
  | { kind: 'ok'; idToken: string }
  | { kind: 'refused'; reason: string }
  | { kind: 'unavailable'; reason: string }

interface CodeRequest {
  tokenEndpoint: string
  code: string
  clientId: string
  clientSecret: string
  redirectUri: string | undefined
  fetch: typeof fetch
  timeoutMs: number
}

/** RFC 6749 5.2. Anything else in `error` is not repeated: it could be an echo of what we sent. */
const ERROR_CODES = new Set([
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
])

/** Redeems an authorization code at the provider's token endpoint (RFC 6749 4.1.3), the secret in the body. */
export async function exchangeCode(request: CodeRequest): Promise<CodeOutcome> {
  try {
    const response = await request.fetch(request.tokenEndpoint, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: formOf(request),
      // A redirect would carry the secret to another place.
      redirect: 'error',
      signal: AbortSignal.timeout(request.timeoutMs),
    })
    return outcomeOf(response.status, await jsonObject(response))
  } catch (error) {
    return { kind: 'unavailable', reason: `unreachable (${nameOfFailure(error)})` }
  }
}

function formOf({ code, clientId, clientSecret, redirectUri }: CodeRequest): URLSearchParams {
  return new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    client_id: clientId,
    client_secret: clientSecret,
    ...(redirectUri === undefined ? {} : { redirect_uri: redirectUri }),
  })
}

function outcomeOf(status: number, body: Record<string, unknown>): CodeOutcome {
  if (status === 200) {
    return typeof body.id_token === 'string'
      ? { kind: 'ok', idToken: body.id_token }
      : { kind: 'unavailable', reason: 'no id_token in the response' }
  }
  const code =
    typeof body.error === 'string' && ERROR_CODES.has(body.error) ? body.error : 'no known error code'
  const reason = `${status} ${code}`
  // Every other refusal is about our own registration: nothing that the person could do better.
  return { kind: code === 'invalid_grant' ? 'refused' : 'unavailable', reason }
}

async function jsonObject(response: Response): Promise<Record<string, unknown>> {
  const text = await response.text()
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** `ECONNREFUSED`, `TimeoutError`: never the message, which may quote the address with what it carries. */
function nameOfFailure(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { cause } = error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.name
}
