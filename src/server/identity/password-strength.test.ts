import { describe, expect, it } from 'vitest'
import { isGuessable } from './password-strength'

const owner = { email: 'ana.ondas@example.com', name: 'Ana Marques' }

describe('a password is guessable', () => {
  it.each([
    ['that everybody tries', 'Password1'],
    ['that is short and a pattern', 'qazwsxed'],
    ['that is short and a word with a year', 'maria1985'],
    ['that is one character over and over', 'aaaaaaaaaaaa'],
    ['that is a word with signs for letters', 'P4$$w0rd!'],
    ['that is the village with a year', 'Ericeira-2026'],
    ['that is the product', 'ericeira-events!'],
    ['that is a beach of the village', 'coxos123'],
    ['that is the own address', 'ana.ondas-1990'],
    ['that is the own name', 'Márques_2024'],
  ])('%s', (_, password) => {
    expect(isGuessable(password, owner)).toBe(true)
  })
})

describe('a password is good', () => {
  it.each([
    ['that is eight random characters', 'Xk9!mQ2z'],
    ['that is a long walk', 'a long walk'],
    ['that is a phrase with the village in it', 'three cold mornings in ericeira'],
    ['that is a phrase with the own name in it', 'marques swims before breakfast'],
    ['that is long and wordless', 'vx0-7ruhq-22l'],
    ['that is as long as one may be', 'ab1!cD2?'.repeat(25)],
  ])('%s', (_, password) => {
    expect(isGuessable(password, owner)).toBe(false)
  })
})
