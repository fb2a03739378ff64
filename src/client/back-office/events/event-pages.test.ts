import { describe, expect, it } from 'vitest'
import type { BackOfficeEvent } from '@/contract/back-office/back-office-events'
import type { EventPage, EventPages } from '@/client/back-office/shared/back-office-queries'
import { PER_PAGE, pageAfter, refreshPages, shownPages } from './event-list-query'

/** `a` is on review, `A` is published. */
function event(letter: string): BackOfficeEvent {
  const isOnReview = letter === letter.toLowerCase()
  return { id: letter.toLowerCase(), status: isOnReview ? 'ON_REVIEW' : 'PUBLISHED' } as BackOfficeEvent
}
/** 'ab|cd…': two pages; more come after them. */
function pages(text: string): EventPage[] {
  const texts = text.replace('…', '').split('|')
  return texts.map((letters, index) => ({
    items: [...letters].map(event),
    has_more: index < texts.length - 1 || text.endsWith('…'),
  }))
}
const data = (text: string): EventPages => ({
  pages: pages(text),
  pageParams: text.split('|').map((_, index) => index + 1),
})
function textOf(list: readonly EventPage[]): string {
  const ids = list.map(({ items }) => items.map(({ id }) => id).join(''))
  return ids.join('|') + (list.at(-1)?.has_more === true ? '…' : '')
}
const refreshed = (before: string, fresh: string) =>
  textOf(refreshPages(data(before), pages(fresh)[0] ?? { items: [], has_more: false }).pages)

it('an event is shown once, and only while it has the status of the list', () => {
  expect(textOf(shownPages(pages('aBc|cd…'), 'ON_REVIEW'))).toBe('ac|d…')
  expect(textOf(shownPages(pages('aBc|cd'), undefined))).toBe('abc|d')
})

describe('a fresh beginning of the list', () => {
  it.each([
    ['changes nothing when nothing has changed', 'ab|cd…', 'ab…', 'ab|cd…'],
    ['puts what is new before what it stands before', 'ab|cd…', 'xab…', 'xab|cd…'],
    ['puts what is new at its end behind what it comes after', 'ab|cd', 'abcdx', 'ab|cdx'],
    ['goes on where more has come to the end of a list that was whole', 'ab|cd', 'abcdx…', 'ab|cdx…'],
    ['asks on where a list that was whole is longer than what is fresh', 'ab|cd', 'ab…', 'ab|cd…'],
    ['drops what has left the list, down to its last event', 'ab|cd|ef…', 'acd…', 'a|cd|ef…'],
    ['leaves what comes after it', 'ab|cd|ef…', 'ab…', 'ab|cd|ef…'],
    ['drops what comes after it when it is the whole list', 'ab|cd|ef…', 'bc', 'b|c'],
    ['drops last pages that have no event of their own', 'ab|cd|bcd', 'ab…', 'ab|cd…'],
    ['begins anew when so much is new that there would be a gap', 'ab|cd…', 'wxyz…', 'wxyz…'],
    ['empties the list when nothing is left', 'ab', '', ''],
  ])('%s', (_, before, fresh, after) => {
    expect(refreshed(before, fresh)).toBe(after)
  })
})

/** A page of events whose ids count from `from`. */
function pageOf(from: number, count = PER_PAGE, status: BackOfficeEvent['status'] = 'ON_REVIEW'): EventPage {
  const items = Array.from({ length: count }, (_, place) => ({ id: `${from + place}`, status }))
  return { items: items as BackOfficeEvent[], has_more: true }
}

describe('the page after those that are loaded', () => {
  it('is the next of the server', () => {
    expect(pageAfter([pageOf(0), pageOf(20)], 2, 'ON_REVIEW')).toBe(3)
  })

  it('is none at the end', () => {
    expect(pageAfter([pageOf(0), { items: [], has_more: false }], 2, 'ON_REVIEW')).toBeUndefined()
  })

  it('skips nothing when events were reviewed or deleted, and the server has moved the others up', () => {
    expect(pageAfter([pageOf(0), pageOf(20, PER_PAGE, 'PUBLISHED')], 2, 'ON_REVIEW')).toBe(2)
    expect(pageAfter([pageOf(0), pageOf(20, 19)], 2, 'ON_REVIEW')).toBe(2)
  })

  it('goes on when new submissions have moved what is loaded into the next page', () => {
    expect(pageAfter([pageOf(0), pageOf(0)], 2, 'ON_REVIEW')).toBe(3)
  })
})
