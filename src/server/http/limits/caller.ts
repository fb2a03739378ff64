import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '@/contract/endpoint'
import { FORM_TOKEN_HEADER, FORM_TOKEN_USES } from '@/contract/form-tokens'
import { toAddress } from '@/domain/accounts/account'
import type { Queryable } from '@/server/platform/database/client'
import type { DeviceCookies } from './device-cookie'
import type { FormTokens, ReadFormToken } from './sender-proof/form-token'
import type { Limit } from './limits'
import { networksOf } from './network-of'
import type { Networks } from './network-of'
import { usesOf } from './sender-proof/used-tokens'

/** A device that has had its form token for so long did not come for one flood of submissions. */
const KNOWN_AFTER_MS = 60 * 60_000
/** An email of the contract has fewer characters. */
const MAX_EMAIL_CHARS = 254

/** The sender of a request, as far as limits distinguish senders. */
export interface Caller {
  networks: Networks
  accountId: string | undefined
  /** The one in the body, lower-cased. */
  email: string | undefined
  /** The browser, if it has signed in to the account of `email` before. */
  deviceId: string | undefined
  /** The form token, if it is a good one: old enough for a form to have been filled in, and not used up. */
  formToken: ReadFormToken | undefined
  /** They brought a token that is nobody's. */
  isUnknown: boolean
}

export interface CallerDeps {
  db: Queryable
  devices: DeviceCookies
  formTokens: FormTokens
  /** How long a form is open at least before it is submitted. */
  minFillMs: number
}

export async function identifyCaller(
  request: FastifyRequest,
  endpoint: Endpoint,
  accountId: string | undefined,
  { devices, ...deps }: CallerDeps,
): Promise<Caller> {
  const email = emailIn(request.body)
  return {
    networks: networksOf(request.ip),
    accountId,
    email,
    deviceId: email === undefined ? undefined : devices.deviceOf(request, email),
    formToken:
      endpoint.takesFormToken === true && accountId === undefined
        ? await validFormToken(headerOf(request, FORM_TOKEN_HEADER), deps)
        : undefined,
    isUnknown: false,
  }
}

/** Whether the limit is for this caller. */
export function appliesTo({ of }: Limit, { accountId, deviceId, formToken, isUnknown }: Caller): boolean {
  switch (of) {
    case undefined:
      return true
    case 'visitors':
      return accountId === undefined
    case 'accounts':
      return accountId !== undefined
    case 'tokenless':
      return accountId === undefined && formToken === undefined
    case 'newcomers':
      return accountId === undefined && !(formToken !== undefined && formToken.ageMs >= KNOWN_AFTER_MS)
    case 'new devices':
      return deviceId === undefined
    case 'known devices':
      return deviceId !== undefined
    case 'unknown':
      return isUnknown
  }
}

/** The values that the caller is counted by, of networks the narrowest first; none when there is nothing to count. */
export function countKeys(
  by: Limit['by'],
  { networks, accountId, email, deviceId }: Caller,
): readonly string[] {
  switch (by) {
    case 'network':
      return networks
    case 'account':
      return accountId === undefined ? [] : [accountId]
    case 'email':
      return email === undefined ? [] : [email]
    case 'email and network':
      return email === undefined ? [] : [`${email} ${networks[0]}`]
    case 'device':
      return deviceId === undefined ? [] : [`${deviceId} ${email}`]
    case 'everyone':
      return ['']
  }
}

/** A header that is sent once. */
export function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return typeof value === 'string' ? value : undefined
}

async function validFormToken(
  header: string | undefined,
  { db, formTokens, minFillMs }: Omit<CallerDeps, 'devices'>,
): Promise<ReadFormToken | undefined> {
  const token = header === undefined ? undefined : await formTokens.read(header)
  if (token === undefined || token.ageMs < minFillMs) return undefined
  return (await usesOf(db, token)) < FORM_TOKEN_USES ? token : undefined
}

function emailIn(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('email' in body) || typeof body.email !== 'string')
    return undefined
  // The address is read as the call reads it: invisible characters would make another one of it for each limit.
  return toAddress(body.email).toLowerCase().slice(0, MAX_EMAIL_CHARS)
}
