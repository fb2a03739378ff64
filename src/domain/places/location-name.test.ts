import { expect, it } from 'vitest'
import { splitLocationName } from './place'

it('takes a stored place apart into name and address', () => {
  expect(splitLocationName('Coxos - Santo Isidoro - Mafra')).toEqual({
    displayName: 'Coxos',
    formattedAddress: 'Santo Isidoro - Mafra',
  })
})
