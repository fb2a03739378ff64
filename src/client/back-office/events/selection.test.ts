import { describe, expect, it } from 'vitest'
import { NOTHING_SELECTED, toggle, toggleRange } from './event-list'
import type { Selection } from './event-list'

const ORDER = ['a', 'b', 'c', 'd', 'e']
const selected = ({ ids }: Selection) => [...ids].toSorted().join('')
/** `c` is a press on c, `+e` one with Shift. */
function press(presses: string): string {
  let selection = NOTHING_SELECTED
  for (const one of presses.split(' '))
    selection = one.startsWith('+') ? toggleRange(selection, one.slice(1), ORDER) : toggle(selection, one)
  return selected(selection)
}

describe('a selection', () => {
  it.each([
    ['a', 'a'],
    ['a c', 'ac'],
    ['a c a', 'c'],
    ['b +d', 'bcd'],
    ['d +b', 'bcd'],
    ['b +e +c', 'b'],
    ['b +c +e', 'bcde'],
    ['a b c d e c +e', 'ab'],
    ['c +c', ''],
    ['+d', 'd'],
    ['b e +c', 'bcde'],
  ])('after %s is %s', (presses, result) => {
    expect(press(presses)).toBe(result)
  })

  it('begins no range at what has left the list', () => {
    expect(selected(toggleRange({ ids: new Set(['gone']), anchor: 'gone' }, 'd', ORDER))).toBe('dgone')
  })

  it('leaves the one before as it was', () => {
    const before = toggle(NOTHING_SELECTED, 'a')
    toggleRange(before, 'c', ORDER)
    expect([selected(NOTHING_SELECTED), selected(before)]).toEqual(['', 'a'])
  })
})
