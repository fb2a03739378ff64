import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { eq } from 'drizzle-orm'
import type { PasskeyAssertion, PasskeyAttestation } from '@/contract/accounts/second-factor'
import { atSeconds } from '@/server/platform/database/client'
import type { Queryable } from '@/server/platform/database/client'
import { passkeys } from '@/server/platform/database/schema'
import { SITE } from '@/site/site'

export type StoredPasskey = typeof passkeys.$inferSelect

/** The options for the browser, and the challenge that its response has to be about. */
interface Ceremony {
  /** base64url. */
  challenge: string
  /** The origin of our pages; its host is the id that a passkey belongs to. */
  origin: string
}

/** PublicKeyCredentialRequestOptionsJSON: one of these passkeys, with its owner's finger, face or PIN. */
export async function passkeyRequest(
  stored: readonly StoredPasskey[],
  ceremony: Ceremony,
): Promise<Record<string, unknown>> {
  return {
    ...(await generateAuthenticationOptions({
      rpID: rpIdOf(ceremony),
      challenge: Buffer.from(ceremony.challenge, 'base64url'),
      allowCredentials: stored.map(descriptor),
      userVerification: 'required',
    })),
  }
}

/** PublicKeyCredentialCreationOptionsJSON: a passkey that is not on this authenticator yet. */
export async function passkeyCreation(
  stored: readonly StoredPasskey[],
  { user, ...ceremony }: Ceremony & { user: { id: string; email: string } },
): Promise<Record<string, unknown>> {
  return {
    ...(await generateRegistrationOptions({
      rpName: SITE.name,
      rpID: rpIdOf(ceremony),
      userName: user.email,
      userID: new TextEncoder().encode(user.id),
      challenge: Buffer.from(ceremony.challenge, 'base64url'),
      excludeCredentials: stored.map(descriptor),
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    })),
  }
}

/** The passkey in a browser's response; undefined when it is not the response to what was asked. */
export async function readNewPasskey(
  response: PasskeyAttestation,
  { challenge, origin }: Ceremony,
): Promise<Pick<StoredPasskey, 'credentialId' | 'publicKey' | 'signatureCount' | 'transports'> | undefined> {
  const verified = await verifyRegistrationResponse({
    response: { ...response, clientExtensionResults: {} } as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpIdOf({ origin }),
    requireUserVerification: true,
  }).catch(() => undefined)
  if (verified?.verified !== true) return undefined
  const { id, publicKey, counter } = verified.registrationInfo.credential
  return {
    credentialId: id,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    signatureCount: counter,
    transports: response.response.transports ?? [],
  }
}

/**
 * Verifies that one of an account's passkeys has signed the challenge, and stores its counter: one that does not count on is
 * a copy (WebAuthn Level 3, 7.2). Run it in a transaction.
 */
export async function consumePasskey(
  tx: Queryable,
  userId: string,
  { response, nowSeconds, ...ceremony }: Ceremony & { response: PasskeyAssertion; nowSeconds: number },
): Promise<boolean> {
  const [stored] = await tx
    .select()
    .from(passkeys)
    .where(eq(passkeys.credentialId, response.id))
    .for('update')
  if (stored?.userId !== userId) return false
  const verified = await verifyAuthenticationResponse({
    response: { ...response, clientExtensionResults: {} } as AuthenticationResponseJSON,
    expectedChallenge: ceremony.challenge,
    expectedOrigin: ceremony.origin,
    expectedRPID: rpIdOf(ceremony),
    credential: {
      id: stored.credentialId,
      publicKey: new Uint8Array(Buffer.from(stored.publicKey, 'base64url')),
      counter: stored.signatureCount,
    },
    requireUserVerification: true,
  }).catch(() => undefined)
  if (verified?.verified !== true) return false
  await tx
    .update(passkeys)
    .set({ signatureCount: verified.authenticationInfo.newCounter, lastUsedAt: atSeconds(nowSeconds) })
    .where(eq(passkeys.credentialId, stored.credentialId))
  return true
}

function rpIdOf({ origin }: Pick<Ceremony, 'origin'>): string {
  return new URL(origin).hostname
}

function descriptor({ credentialId, transports }: StoredPasskey): { id: string; transports: string[] } {
  return { id: credentialId, transports }
}
