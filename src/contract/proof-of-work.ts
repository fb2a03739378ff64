import * as z from 'zod/mini'

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
