import { hash, verify } from '@node-rs/argon2'
import type { Problem } from '@/domain/problem'
import { isCommonPassword } from '@/server/identity/common-passwords'

/** argon2id (the library's default kind) as OWASP requires: 19 MiB, two passes, one lane; about 14 ms. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string): Promise<string> {
  return hash(password, COST)
}

let decoy: Promise<string> | undefined

/** Whether the password fits. Without a hash the same work is done, so that response time does not reveal who has an account. */
export async function passwordFits(
  password: string,
  passwordHash: string | null | undefined,
): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password')
  const fits = await verify(passwordHash ?? (await decoy), password)
  return fits && passwordHash !== null && passwordHash !== undefined
}

/** What only the server can validate of a chosen password, sent as the field `path`: it must not be one that everybody tries. */
export function passwordProblems(password: string, path: string): Problem[] {
  return isCommonPassword(password) ? [{ path, code: 'password_too_common' }] : []
}
