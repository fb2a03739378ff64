/** Everything that only the current user may see, in the query cache. Removed when they sign out. */
export const OWN_KEY = ['own'] as const

/** Key of an own query of this user. */
export function ownKey<const Rest extends readonly unknown[]>(userId: string, ...rest: Rest) {
  return [...OWN_KEY, userId, ...rest] as const
}
