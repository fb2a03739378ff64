import * as z from 'zod'
import { readAppleKey } from '@/server/identity/identity-provider'

const id = z.string().max(300)
const address = z
  .string()
  .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), 'must be an address')

const appleKey = z.string().refine((pem) => {
  try {
    return readAppleKey(pem).type === 'private'
  } catch {
    return false
  }
}, 'must be the text of the .p8 file that Apple gave')

export const providerVariables = {
  GOOGLE_CLIENT_ID: id.optional(),
  GOOGLE_CLIENT_SECRET: id.optional(),
  GOOGLE_REDIRECT_URI: address.optional(),
  GOOGLE_ISSUER: address.optional(),
  GOOGLE_AUTHORIZATION_ENDPOINT: address.optional(),
  GOOGLE_TOKEN_ENDPOINT: address.optional(),
  GOOGLE_JWKS_URI: address.optional(),
  APPLE_CLIENT_ID: id.optional(),
  APPLE_APP_ID: id.optional(),
  APPLE_TEAM_ID: id.optional(),
  APPLE_KEY_ID: id.optional(),
  APPLE_PRIVATE_KEY: appleKey.optional(),
  APPLE_REDIRECT_URI: address.optional(),
  APPLE_ISSUER: address.optional(),
  APPLE_AUTHORIZATION_ENDPOINT: address.optional(),
  APPLE_TOKEN_ENDPOINT: address.optional(),
  APPLE_JWKS_URI: address.optional(),
  APPLE_PUSH_TOPIC: id.optional(),
  APPLE_PUSH_ENDPOINT: address.optional(),
}

type Variables = { [K in keyof typeof providerVariables]?: z.output<(typeof providerVariables)[K]> }

interface Addresses {
  issuer?: string
  authorizationEndpoint?: string
  tokenEndpoint?: string
  jwksUri?: string
}

interface AppleAccount {
  teamId: string
  keyId: string
  privateKeyPem: string
}

export interface GoogleConfig extends Addresses {
  clientId: string
  clientSecret: string
  redirectUri?: string
}

export interface AppleSignInConfig extends Addresses, AppleAccount {
  websiteId: string | undefined
  appId: string | undefined
  redirectUri?: string
}

export interface ApplePushConfig extends AppleAccount {
  topic: string
  endpoint?: string
}

export interface ProviderConfig {
  google: GoogleConfig | undefined
  apple: AppleSignInConfig | undefined
  applePush: ApplePushConfig | undefined
}

/** Variables that mean nothing alone: each with what it needs. */
const NEEDS: [variable: keyof Variables, needed: (keyof Variables)[]][] = [
  ['GOOGLE_CLIENT_ID', ['GOOGLE_CLIENT_SECRET']],
  ['GOOGLE_CLIENT_SECRET', ['GOOGLE_CLIENT_ID']],
  ['APPLE_CLIENT_ID', ['APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY']],
  ['APPLE_APP_ID', ['APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY']],
  ['APPLE_PUSH_TOPIC', ['APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY']],
]

export function requireCompleteProviders(env: Variables, context: z.RefinementCtx): void {
  for (const [variable, needed] of NEEDS)
    for (const missing of env[variable] === undefined ? [] : needed.filter((name) => env[name] === undefined))
      context.addIssue({ code: 'custom', path: [missing], message: `is missing: ${variable} needs it` })
}

export function providerConfig(env: Variables): ProviderConfig {
  const account = appleAccount(env)
  const { APPLE_CLIENT_ID: websiteId, APPLE_APP_ID: appId, APPLE_PUSH_TOPIC: topic = appId } = env
  const hasAppleSignIn = websiteId !== undefined || appId !== undefined
  return {
    google: googleConfig(env),
    apple:
      account && hasAppleSignIn
        ? {
            ...account,
            websiteId,
            appId,
            ...(env.APPLE_REDIRECT_URI && { redirectUri: env.APPLE_REDIRECT_URI }),
            ...addresses({
              issuer: env.APPLE_ISSUER,
              authorizationEndpoint: env.APPLE_AUTHORIZATION_ENDPOINT,
              tokenEndpoint: env.APPLE_TOKEN_ENDPOINT,
              jwksUri: env.APPLE_JWKS_URI,
            }),
          }
        : undefined,
    applePush:
      account && topic !== undefined
        ? { ...account, topic, ...(env.APPLE_PUSH_ENDPOINT && { endpoint: env.APPLE_PUSH_ENDPOINT }) }
        : undefined,
  }
}

function googleConfig(env: Variables): GoogleConfig | undefined {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, GOOGLE_REDIRECT_URI: uri } = env
  if (clientId === undefined || clientSecret === undefined) return undefined
  return {
    clientId,
    clientSecret,
    ...(uri && { redirectUri: uri }),
    ...addresses({
      issuer: env.GOOGLE_ISSUER,
      authorizationEndpoint: env.GOOGLE_AUTHORIZATION_ENDPOINT,
      tokenEndpoint: env.GOOGLE_TOKEN_ENDPOINT,
      jwksUri: env.GOOGLE_JWKS_URI,
    }),
  }
}

function appleAccount(env: Variables): AppleAccount | undefined {
  const { APPLE_TEAM_ID: teamId, APPLE_KEY_ID: keyId, APPLE_PRIVATE_KEY: privateKeyPem } = env
  if (teamId === undefined || keyId === undefined || privateKeyPem === undefined) return undefined
  return { teamId, keyId, privateKeyPem }
}

/** Those that are configured: an undefined one would hide the default. */
function addresses(all: { [K in keyof Addresses]: Addresses[K] | undefined }): Addresses {
  return Object.fromEntries(Object.entries(all).filter(([, given]) => given !== undefined))
}
