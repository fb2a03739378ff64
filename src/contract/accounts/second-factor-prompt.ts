import * as z from 'zod/mini'

const SECOND_FACTOR_METHODS = ['passkey', 'totp', 'recovery_code'] as const
export type SecondFactorMethod = (typeof SECOND_FACTOR_METHODS)[number]

/** The refusal of a sign-in that was right so far: `POST /auth/second-factor` takes the token with one of the methods. */
export const secondFactorPromptSchema = z.object({
  token: z.string(),
  /** Epoch seconds. */
  expires_at: z.number(),
  methods: z.array(z.enum(SECOND_FACTOR_METHODS)),
  /** PublicKeyCredentialRequestOptionsJSON (WebAuthn Level 3), which the browser alone reads. */
  passkey_options: z.optional(z.record(z.string(), z.unknown())),
})
export type SecondFactorPrompt = z.infer<typeof secondFactorPromptSchema>
