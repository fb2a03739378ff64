import { setImmediate } from 'node:timers/promises'
import argon2 from '@node-rs/argon2'
import pLimit from 'p-limit'
import type { Problem } from '@/domain/validation/problem'
import { isGuessable, type PasswordOwner } from '@/server/identity/password-strength'
import { ApiError } from '@/server/http/errors/errors'

/** The password hash is argon2id (the library's default kind) as OWASP requires: 19 MiB, two passes, one lane; about 14 ms. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Makes a password hash. Throws UNAVAILABLE while too many wait for their turn, like everything here that hashes. */
export function hashPassword(password: string): Promise<string> {
  return queueHashing(() => argon2.hash(password, COST))
}

let decoy: Promise<string> | undefined

/** The decoy's hash is not queued: one that was turned away would be missing for good. */
function decoyHash(): Promise<string> {
  return (decoy ??= argon2.hash('nobody has this password', COST))
}

/** Without a hash the same work is done, so that response time does not reveal who has an account. */
export async function passwordFits(
  password: string,
  passwordHash: string | null | undefined,
): Promise<boolean> {
  const known = passwordHash ?? (await decoyHash())
  const fits = await queueHashing(() => argon2.verify(known, password))
  return fits && passwordHash !== null && passwordHash !== undefined
}

/**
 * Validates what only the server can of a chosen password, sent as the field `path`: it must not be one that is tried first. It
 * waits for its turn like hashing, because it keeps everybody else waiting while it estimates.
 */
export function passwordProblems(
  password: string,
  path: string,
  { owner }: { owner: PasswordOwner },
): Promise<Problem[]> {
  return queueHashing(async () => {
    // Requests that have arrived meanwhile go first: several in a row must not add up.
    await setImmediate()
    return isGuessable(password, owner) ? [{ path, code: 'password_too_common' }] : []
  })
}

/** Hashing takes some 20 ms of a core and one of the four threads that files are read with, too: two at a time. */
const queue = pLimit(2)
/** Who comes last waits for a fifth of a second, and half a second on a busy machine. */
const MAX_WAITING = 16
const RETRY_AFTER_SECONDS = 2

/** Throws UNAVAILABLE with `Retry-After` when too many wait already: before anything is looked up for who is turned away. */
export function assertHashingRoom(): void {
  if (queue.pendingCount >= MAX_WAITING)
    throw new ApiError('UNAVAILABLE', { retryAfterSeconds: RETRY_AFTER_SECONDS })
}

/** Does costly work in its turn. Throws as `assertHashingRoom`. */
export async function queueHashing<T>(work: () => Promise<T>): Promise<T> {
  assertHashingRoom()
  return queue(work)
}
