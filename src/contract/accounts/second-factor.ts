import * as z from 'zod/mini'
import { recoveryCodeField, totpCodeField, typedPassword } from '@/domain/accounts/account'
import { requiredText } from '@/domain/text/text-fields'
import { defineEndpoint } from '@/contract/endpoint'
import { sessionSchema, openSession } from './auth'

export const signInWithSecondFactor = defineEndpoint('POST /auth/second-factor', {
  summary: 'The second step of an administrator’s sign-in: a one-time code or a recovery code.',
  ...openSession,
  body: z
    .object({
      token: requiredText(2000),
      totp: z.optional(totpCodeField),
      recovery_code: z.optional(recoveryCodeField),
    })
    .check(
      z.refine(({ totp, recovery_code: code }) => (totp === undefined) !== (code === undefined), {
        path: ['totp'],
        error: 'required',
      }),
    ),
  reply: sessionSchema,
})

const PATH = '/backoffice/second-factor'
const ours = { permission: 'second-factor.manage', auth: 'required' } as const

/** It still is the account's owner: a code of the app, without one the password; neither within minutes of a sign-in. */
const proof = z.object({ password: z.optional(typedPassword), totp: z.optional(totpCodeField) })
export type Proof = z.infer<typeof proof>
const proven = { ...ours, body: proof } as const

/** The codes are shown once: they are stored as hashes. */
const recoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

export const secondFactorSchema = z.object({
  totp: z.boolean(),
  recovery_codes_left: z.number(),
  is_due: z.boolean(),
  has_password: z.boolean(),
})
export type SecondFactor = z.infer<typeof secondFactorSchema>

export const getSecondFactor = defineEndpoint(`GET ${PATH}`, {
  summary: 'The current administrator’s second factor.',
  ...ours,
  reply: secondFactorSchema,
})

export const beginTotp = defineEndpoint(`POST ${PATH}/totp`, {
  summary: 'A new secret for an authenticator app. It counts once a code of it was confirmed.',
  ...proven,
  reply: z.object({ secret: z.string(), uri: z.string() }),
})

export const confirmTotp = defineEndpoint(`POST ${PATH}/totp/confirm`, {
  summary: 'Turns the authenticator app on. With it come recovery codes, and all other sessions end.',
  ...ours,
  body: z.object({ code: totpCodeField }),
  reply: recoveryCodes,
})

export const removeTotp = defineEndpoint(`POST ${PATH}/totp/remove`, {
  summary: 'Turns the authenticator app off. With it go the recovery codes.',
  ...proven,
})

export const makeRecoveryCodes = defineEndpoint(`POST ${PATH}/recovery-codes`, {
  summary: 'New recovery codes; those before are worth nothing any more.',
  ...proven,
  reply: recoveryCodes,
})

export const resetUserSecondFactor = defineEndpoint('POST /backoffice/users/{id}/second-factor/reset', {
  summary: 'Remove a colleague’s second factor, who has lost it; their sessions end, and a mail tells them.',
  ...proven,
  permission: 'back-office.use',
})
