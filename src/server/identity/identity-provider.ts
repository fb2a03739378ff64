// Sign-in with somebody else's account (rules 2.10). This folder exchanges the code that
// the provider gave the browser for who the person is. It knows no users, no sessions, and stores nothing.

import { createPrivateKey, type KeyObject } from 'node:crypto'
import type { Log } from '@/server/platform/process/logger'

export interface Identified {
  kind: 'ok'
  /** The provider's own name for the person: stable, and the only thing to recognise them by. */
  subject: string
  email?: string
  /** Whether the provider has checked that the address is the person's. Without that it proves nothing. */
  emailVerified: boolean
  name?: string
}

/** `refused`: the code is no good, and the person starts again. `unavailable`: not their fault, try later. */
export type IdentityOutcome = Identified | { kind: 'refused' } | { kind: 'unavailable' }

export interface ExchangeChecks {
  /** The verifier of PKCE (RFC 7636): the provider compares it with the challenge that the sign-in began with. */
  codeVerifier?: string | undefined
  /** Must be in the ID token; a token with one that nobody named is refused, too. */
  nonce?: string | undefined
}

export interface BrowserSignIn {
  authorizationEndpoint: string
  clientId: string
  redirectUri: string
}

export interface IdentityProvider {
  /** Redeems a single-use authorization code. Never throws for what the provider does. */
  exchange(code: string, checks?: ExchangeChecks): Promise<IdentityOutcome>
  /** The sign-in by a browser; undefined when only an app signs in with it. */
  browser?: BrowserSignIn | undefined
}

export type SignInProviders = Partial<Record<'apple' | 'google', IdentityProvider>>

export interface ProviderEndpoints {
  issuer: string
  authorizationEndpoint: string
  tokenEndpoint: string
  jwksUri: string
}

/** The options of every provider beside its own settings; the defaults are the real thing. */
export interface ProviderOptions extends Partial<ProviderEndpoints> {
  fetch?: typeof fetch
  log?: Log<'warn'>
  /** The timeout of the token endpoint and of the keys, each. */
  timeoutMs?: number
}

export const PROVIDER_TIMEOUT_MS = 10_000

/** The configured key is not one of Apple's private keys. The message never holds any of it. */
export class AppleKeyError extends Error {
  override name = 'AppleKeyError'

  constructor() {
    super('is not a private key of Apple: give the text of the .p8 file (PEM, elliptic curve P-256)')
  }
}

/** The key that signs for Apple (ES256), from PEM text. An environment variable may spell its line breaks `\n`. */
export function readAppleKey(pem: string): KeyObject {
  const key = parse(pem.replaceAll('\\n', '\n'))
  if (key?.asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw new AppleKeyError()
  return key
}

/** Parses a key. No cause is attached: OpenSSL's errors may quote what they read. */
function parse(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem)
  } catch {
    return undefined
  }
}
