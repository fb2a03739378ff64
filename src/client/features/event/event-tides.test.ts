import { expect, test } from 'vitest'
import { programmeEvent } from '@tests/support/offline/offline-programme'
import { hasTides } from './event-facts'

const surf = programmeEvent('surf', Date.parse('2026-07-04T10:00:00Z') / 1000)
const at = (location_name: string) => hasTides({ ...surf, location_name })

test('an event has the tides of its day at a beach of the gazetteer, or one that says so itself', () => {
  expect(at('Ribeira d’Ilhas - Santo Isidoro, Mafra')).toBe(true)
  expect(at("ribeira d'ilhas")).toBe(true)
  expect(at('Praia da Calada - Encarnação')).toBe(true)
  expect(at('Praça da República - Jogo da Bola, Ericeira')).toBe(false)
  expect(at('Clube Naval - Rua da Praia do Sul')).toBe(false)
})
