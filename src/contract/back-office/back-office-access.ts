/** Every endpoint of the back office has these: only administrators may call it. */
export const backOffice = { permission: 'back-office.use', auth: 'required' } as const

/** How such a call is refused, whatever it does. */
export const accessErrors = ['UNAUTHENTICATED', 'FORBIDDEN'] as const
