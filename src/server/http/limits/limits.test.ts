import { describe, expect, it } from 'vitest'
import type { Endpoint } from '@/contract/endpoint'
import { ENDPOINTS, nameOf } from '@/contract/endpoints'
import { LIMITS } from './limits'
import type { Limit, Limits } from './limits'

const calls: readonly Endpoint[] = Object.values(ENDPOINTS)
const limitsOf = (call: Endpoint): readonly Limit[] => LIMITS[nameOf(call) as keyof Limits] ?? []
const namesOf = (some: readonly Endpoint[]) => some.map(nameOf).toSorted()

/** Reads for everybody have a share a network instead (fair-limit), and administrators are trusted. */
const counted = calls.filter(
  ({ method, auth, permission }) =>
    (method !== 'GET' || auth === 'required') && permission !== 'back-office.use',
)
const ofVisitors = counted.filter(({ auth }) => auth !== 'required')

const countsNetworks = ({ by, of }: Limit) =>
  by === 'network' && of !== 'accounts' && of !== 'tokenless' && of !== 'newcomers'
const boundsAll = ({ by, beyond = 'refuse' }: Limit) => by === 'everyone' && beyond === 'refuse'

describe('the calls that are limited', () => {
  it('are all but a few, which cost a lookup or the caller’s own rows', () => {
    expect(namesOf(counted.filter((call) => limitsOf(call).length === 0))).toEqual([
      'endSession',
      'getOwnEvent',
      'getProfile',
      'getSecondFactor',
      'listClaimableEvents',
      'listOwnEvents',
      'listSessions',
      'logout',
      'updateProfile',
    ])
  })

  it('count each network of whoever has no account', () => {
    const others = ofVisitors.filter((call) => !limitsOf(call).some(countsNetworks))
    expect(namesOf(others)).toEqual(['logout'])
  })

  it('count the address that a visitor types, whether it is guessed at or gets a mail', () => {
    const counting = ofVisitors.filter((call) => limitsOf(call).some(({ by }) => by === 'email'))
    expect(namesOf(counting)).toEqual([
      'login',
      'register',
      'requestManageLink',
      'requestPasswordReset',
      'sendSupportMessage',
      'submitEvent',
      'subscribeToWeek',
    ])
  })

  it('count all together, and refuse in the end, what is stored or mailed for anybody', () => {
    expect(namesOf(ofVisitors.filter((call) => limitsOf(call).some(boundsAll)))).toEqual([
      'register',
      'sendSupportMessage',
      'setReminder',
      'submitEvent',
      'subscribeToPush',
      'subscribeToWeek',
      'uploadPhoto',
    ])
  })
})
