import { describe, expect, it } from 'vitest'
import { isAtBeach } from '@/client/features/event/event-facts'

const place = (location_name: string) => ({ location_name })

describe('an event at a beach', () => {
  it('is at a beach of the gazetteer, however its name is written', () => {
    expect(isAtBeach(place('Ribeira d’Ilhas - Santo Isidoro, Mafra'))).toBe(true)
    expect(isAtBeach(place("ribeira d'ilhas"))).toBe(true)
    expect(isAtBeach(place('Coxos'))).toBe(true)
  })

  it('is at a beach that says so itself', () => {
    expect(isAtBeach(place('Praia da Calada - Encarnação'))).toBe(true)
    expect(isAtBeach(place('Secret Beach'))).toBe(true)
  })

  it('is not in a place of the village, nor where only the address names a beach', () => {
    expect(isAtBeach(place('Praça da República - Jogo da Bola, Ericeira'))).toBe(false)
    expect(isAtBeach(place('Clube Naval - Rua da Praia do Sul'))).toBe(false)
    expect(isAtBeach(place('Capela de São Sebastião'))).toBe(false)
  })
})
