import { describe, expect, it } from 'vitest'
import { everyText, everyUntilText } from './event-dates'

const both = (...days: number[]) => [everyText({ days }, 'en'), everyText({ days }, 'pt')]

describe('the days of a recurring event in words', () => {
  it('name one day, two and more, from Monday on', () => {
    expect(both(2)).toEqual(['Every Tuesday', 'Todas as terças'])
    expect(both(4, 2)).toEqual(['Every Tuesday and Thursday', 'Todas as terças e quintas'])
    expect(both(0, 5, 1)).toEqual(['Every Monday, Friday and Sunday', 'Todas as segundas, sextas e domingos'])
  })

  it('follow the gender of the Portuguese days', () => {
    expect(both(6)).toEqual(['Every Saturday', 'Todos os sábados'])
    expect(both(0, 6)).toEqual(['Every Saturday and Sunday', 'Todos os sábados e domingos'])
    expect(both(3, 6)).toEqual(['Every Wednesday and Saturday', 'Todas as quartas e sábados'])
  })

  it('have a name for the whole week and for the days of work', () => {
    expect(both(0, 1, 2, 3, 4, 5, 6)).toEqual(['Every day', 'Todos os dias'])
    expect(both(5, 4, 3, 2, 1)).toEqual(['Monday to Friday', 'De segunda a sexta'])
  })

  it('say when they end, if that is near', () => {
    const rule = {
      days: [2],
      period_start_date: '2026-10-01',
      period_end_date: '2026-12-15',
      is_all_day: true,
    }
    const november = Date.parse('2026-11-22T12:00Z') / 1000
    expect(everyUntilText(rule, november, 'en')).toBe('Every Tuesday until Dec 15, 2026')
    expect(everyUntilText(rule, november, 'pt')).toBe('Todas as terças até 15 de dez. de 2026')
    expect(everyUntilText(rule, Date.parse('2026-10-02T12:00Z') / 1000, 'en')).toBe('Every Tuesday')
  })
})
