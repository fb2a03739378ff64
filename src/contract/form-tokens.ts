import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint'
import { challengeSchema } from './errors'

export const FORM_TOKEN_HEADER = 'form-token'
/** A phone may have been without a network for that long with a form that was written meanwhile. */
export const FORM_TOKEN_DAYS = 14
/** Writes that one token is good for: what a person writes between two syncs. */
export const FORM_TOKEN_USES = 10

/** Says when the server gave it out, which a script cannot say of itself; without an old enough one writes have a lower limit. */
export const issueFormToken = defineEndpoint('POST /form-tokens', {
  summary: 'A token for the Form-Token header of POST /events, PUT /uploads and POST /contact-form.',
  permission: 'form.open',
  auth: 'none',
  reply: z.object({ token: z.string(), expires_at: z.number() }),
  status: 201,
})
export type FormToken = z.infer<typeof issueFormToken.reply>

export const PROOF_OF_WORK_HEADER = 'proof-of-work'

export const solvedChallengeSchema = z.object({
  challenge: challengeSchema,
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
})
