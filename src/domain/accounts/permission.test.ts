import { expect, it } from 'vitest'
import { may } from './permission'

it('lets everyone read and submit, and only administrators into the back office', () => {
  for (const role of [undefined, 'USER', 'ADMIN'] as const) {
    expect(may({ role }, 'programme.read')).toBe(true)
    expect(may({ role }, 'event.submit')).toBe(true)
    expect(may({ role }, 'back-office.use')).toBe(role === 'ADMIN')
  }
})

it('shows an unpublished event to its owner and to administrators alone', () => {
  expect(may({ role: 'USER', owns: true }, 'event.read-unpublished')).toBe(true)
  expect(may({ role: 'USER', owns: false }, 'event.read-unpublished')).toBe(false)
  expect(may({ role: undefined }, 'event.read-unpublished')).toBe(false)
  expect(may({ role: 'ADMIN' }, 'event.read-unpublished')).toBe(true)
})

it('shows what somebody wrote, with its address, to nobody but them', () => {
  expect(may({ role: 'USER', owns: true }, 'own-event.read')).toBe(true)
  for (const role of [undefined, 'USER', 'ADMIN'] as const)
    expect(may({ role }, 'own-event.read')).toBe(false)
})

it('counts no role where a second factor is due, but what one owns and what everybody may', () => {
  const due = { role: 'ADMIN', isSecondFactorDue: true } as const
  expect(may(due, 'back-office.use')).toBe(false)
  expect(may(due, 'event.read-unpublished')).toBe(false)
  expect(may({ ...due, owns: true }, 'event.read-unpublished')).toBe(true)
  for (const permission of ['programme.read', 'profile.manage', 'second-factor.manage'] as const)
    expect(may(due, permission)).toBe(true)
})
