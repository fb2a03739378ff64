import { hash, verify } from '@node-rs/argon2'

/** argon2id (the library's default kind) as OWASP asks for: 19 MiB, two passes, one lane; about 14 ms. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function hashPassword(password: string): Promise<string> {
  return hash(password, COST)
}

let decoy: Promise<string> | undefined

/** Whether the password fits. Without a hash the same work is done, so that time tells nobody who has an account. */
export async function passwordFits(
  password: string,
  passwordHash: string | null | undefined,
): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password')
  const fits = await verify(passwordHash ?? (await decoy), password)
  return fits && passwordHash !== null && passwordHash !== undefined
}
