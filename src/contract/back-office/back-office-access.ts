/** Every endpoint of the back office has these: only administrators may call it. */
export const backOffice = { permission: 'back-office.use', auth: 'required' } as const

/** How such a call is refused, whatever it does. */
export const refusals = ['UNAUTHENTICATED', 'FORBIDDEN'] as const
