/** Roles (rules 6). A visitor has none. */
export const ROLES = ['ADMIN', 'USER'] as const
export type Role = (typeof ROLES)[number]

/** The server refuses by it, the client explains by it. `owner`: the thing belongs to the current user. */
export const PERMISSIONS = {
  'programme.read': ['visitor', 'USER', 'ADMIN'],
  'event.read-unpublished': ['owner', 'ADMIN'],
  'event.submit': ['visitor', 'USER', 'ADMIN'],
  'manage-page.use': ['visitor', 'USER', 'ADMIN'],
  /** The holder of the link of its mails owns an event, too (rules 2.15). */
  'event.manage': ['owner'],
  'support.write': ['visitor', 'USER', 'ADMIN'],
  'week-mail.subscribe': ['visitor', 'USER', 'ADMIN'],
  'session.open': ['visitor', 'USER', 'ADMIN'],
  'profile.manage': ['USER', 'ADMIN'],
  'own-events.read': ['USER', 'ADMIN'],
  'own-event.read': ['owner'],
  'push.subscribe': ['visitor', 'USER', 'ADMIN'],
  'back-office.use': ['ADMIN'],
  /** Administrators manage their own, also while the back office waits for it. */
  'second-factor.manage': ['ADMIN'],
} as const satisfies Record<string, readonly (Role | 'visitor' | 'owner')[]>

export type Permission = keyof typeof PERMISSIONS

/** ADMIN_REQUIRE_MFA requires a second factor for these: they show or change what belongs to others. */
const SECOND_FACTOR_PERMISSIONS: ReadonlySet<Permission> = new Set([
  'event.read-unpublished',
  'back-office.use',
])

export interface PermissionHolder {
  role: Role | undefined
  owns?: boolean
  /** A second factor is required and was not shown: the role does not count where one is asked for. */
  isSecondFactorDue?: boolean
}

export function may(
  { role, owns, isSecondFactorDue = false }: PermissionHolder,
  permission: Permission,
): boolean {
  const allowed: readonly string[] = PERMISSIONS[permission]
  if (owns === true && allowed.includes('owner')) return true
  return (
    allowed.includes(role ?? 'visitor') && !(isSecondFactorDue && SECOND_FACTOR_PERMISSIONS.has(permission))
  )
}
