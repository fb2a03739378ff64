import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint'

/** Header of a write that carries a form token. */
export const FORM_TOKEN_HEADER = 'form-token'
/** A phone may have been without a network for that long with a form that was written meanwhile. */
export const FORM_TOKEN_DAYS = 14
/** Writes that one token is good for: what a person writes between two syncs. */
export const FORM_TOKEN_USES = 10

/**
 * A form token says when the server gave it out, which a script cannot say of itself. Writes of visitors without one, or
 * with one that is younger than a person needs to fill a form, have a lower limit; they are never refused for that alone.
 * A device stores its token and uses it for days, so that what was written without a network is sent with it.
 */
export const issueFormToken = defineEndpoint({
  name: 'issueFormToken',
  method: 'POST',
  path: '/form-tokens',
  summary: 'A token for the Form-Token header of POST /events, PUT /uploads and POST /contact-form.',
  permission: 'form.open',
  auth: 'none',
  reply: z.object({ token: z.string(), expires_at: z.number() }),
  status: 201,
  errors: ['TOO_MANY_REQUESTS'],
})
export type FormToken = z.infer<typeof issueFormToken.reply>

/** Header of a request that carries a solved challenge: base64url of the JSON of `solvedChallengeSchema`. */
export const PROOF_OF_WORK_HEADER = 'proof-of-work'

/** A challenge as altcha-lib makes, solves and verifies it: find the counter whose derived key begins with `keyPrefix`. */
export const challengeSchema = z.object({
  parameters: z.object({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.number(),
    keyLength: z.number(),
    keyPrefix: z.string(),
    data: z.record(z.string(), z.union([z.string(), z.number()])),
  }),
  signature: z.string(),
})
export type Challenge = z.infer<typeof challengeSchema>

export const solvedChallengeSchema = z.object({
  challenge: challengeSchema,
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
})
