/** What every endpoint of the back office has: administrators alone may call it. */
export const backOffice = { permission: 'back-office.use', auth: 'required' } as const

/** How such a call is refused, whatever it does. */
export const refusals = ['UNAUTHENTICATED', 'FORBIDDEN'] as const
