import { expect, test } from 'vitest'
import { dropDraft, keepDraft, readDraft } from './draft'
import { emptyValues } from './form-values'

function storage() {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

const draft = { values: { ...emptyValues(), title: 'Half a title' }, hadPhoto: true, openedAt: 1000 }

test('gives back what was half-written', () => {
  const device = storage()
  keepDraft(device, 'new', draft)
  expect(readDraft(device, 'new')).toEqual(draft)
})

test('keeps the changes to an entry apart from a new event', () => {
  const device = storage()
  keepDraft(device, 'entry-1', draft)
  expect(readDraft(device, 'new')).toBeUndefined()
  dropDraft(device, 'entry-1')
  expect(readDraft(device, 'entry-1')).toBeUndefined()
})

test('drops the draft of a form that was emptied again', () => {
  const device = storage()
  keepDraft(device, 'new', draft)
  keepDraft(device, 'new', { ...draft, values: emptyValues() })
  expect(device.kept.size).toBe(0)
})

test.each(['{', 'null', '{"values":{"title":"from another version"},"hadPhoto":false,"openedAt":1}'])(
  'starts empty when what is kept cannot be read: %s',
  (text) => {
    const device = storage()
    device.setItem('event-draft:new', text)
    expect(readDraft(device, 'new')).toBeUndefined()
  },
)

test('does without a draft where storage is forbidden or full', () => {
  const full = {
    ...storage(),
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  }
  expect(() => keepDraft(full, 'new', draft)).not.toThrow()
  expect(readDraft(undefined, 'new')).toBeUndefined()
})
