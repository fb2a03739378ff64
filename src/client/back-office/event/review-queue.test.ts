import { expect, test } from 'vitest'
import { placeInQueue } from './use-event-review'

test('walks the queue in both directions, and ends at its ends', () => {
  expect(placeInQueue(['a', 'b', 'c'], 'a')).toMatchObject({ position: 1, previous: undefined, next: 'b' })
  expect(placeInQueue(['a', 'b', 'c'], 'b')).toMatchObject({ position: 2, previous: 'a', next: 'c' })
  expect(placeInQueue(['a', 'b', 'c'], 'c')).toMatchObject({ position: 3, previous: 'b', next: undefined })
})

test('goes on after a review with the next, then with those that were passed over, then with none', () => {
  expect(placeInQueue(['a', 'b'], 'a').afterReview).toBe('b')
  expect(placeInQueue(['a', 'b'], 'b').afterReview).toBe('a')
  expect(placeInQueue(['a'], 'a').afterReview).toBeUndefined()
})

test('begins with the first from an event that is not in it', () => {
  expect(placeInQueue(['a', 'b'], 'reviewed')).toEqual({
    position: undefined,
    previous: undefined,
    next: 'a',
    afterReview: 'a',
  })
})

test('an event that a colleague has reviewed meanwhile keeps its neighbours', () => {
  expect(placeInQueue(['a', 'b', 'd', 'e'], 'c', 2)).toEqual({
    position: undefined,
    previous: 'b',
    next: 'd',
    afterReview: 'd',
  })
  expect(placeInQueue(['a', 'b'], 'c', 2)).toMatchObject({ previous: 'b', next: undefined, afterReview: 'a' })
})
