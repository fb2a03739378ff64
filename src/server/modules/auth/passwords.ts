import { setImmediate } from 'node:timers/promises'
import argon2 from '@node-rs/argon2'
import type { Problem } from '@/domain/validation/problem'
import { isGuessable } from '@/server/identity/password-strength'
import type { PasswordOwner } from '@/server/identity/password-strength'
import { queueHashing } from './hashing-queue'
import type { HashingPriority } from './hashing-queue'

/** The password hash is argon2id (the library's default kind) as OWASP requires: 19 MiB, two passes, one lane; about 14 ms. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Makes a password hash. Throws UNAVAILABLE while too many wait for their turn, like everything here that hashes. */
export function hashPassword(password: string, priority: HashingPriority = 'trusted'): Promise<string> {
  return queueHashing(priority, () => argon2.hash(password, COST))
}

let decoy: Promise<string> | undefined

/** The decoy's hash is not queued: one that was turned away would be missing for good. */
function decoyHash(): Promise<string> {
  return (decoy ??= argon2.hash('nobody has this password', COST))
}

/** Whether the password fits. Without a hash the same work is done, so that response time does not reveal who has an account. */
export async function passwordFits(
  password: string,
  passwordHash: string | null | undefined,
  priority: HashingPriority = 'trusted',
): Promise<boolean> {
  const known = passwordHash ?? (await decoyHash())
  const fits = await queueHashing(priority, () => argon2.verify(known, password))
  return fits && passwordHash !== null && passwordHash !== undefined
}

/**
 * Validates what only the server can of a chosen password, sent as the field `path`: it must not be one that is tried first. It
 * waits for its turn like hashing, because it keeps everybody else waiting while it estimates.
 */
export function passwordProblems(
  password: string,
  path: string,
  { owner, priority = 'trusted' }: { owner: PasswordOwner; priority?: HashingPriority },
): Promise<Problem[]> {
  return queueHashing(priority, async () => {
    // Requests that have arrived meanwhile go first: several in a row must not add up.
    await setImmediate()
    return isGuessable(password, owner) ? [{ path, code: 'password_too_common' }] : []
  })
}
