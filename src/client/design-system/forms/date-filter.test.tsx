import { cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { DateFilter } from './field'

afterEach(cleanup)

/** A filter that accepts only days of 2026, and the input of it. */
function renderFilter(value: string | undefined) {
  const picked: string[] = []
  const view = (accepted: string | undefined) => (
    <DateFilter
      name="from"
      label="Start Date"
      value={accepted}
      min="2026-11-20"
      onPick={(day) => picked.push(day)}
    />
  )
  const { getByLabelText, rerender } = render(view(value))
  const input = getByLabelText('Start Date') as HTMLInputElement
  return { input, picked, accept: (accepted: string | undefined) => rerender(view(accepted)) }
}

it('keeps a half-typed date while someone types in it', () => {
  const { input, picked, accept } = renderFilter(undefined)
  input.focus()
  fireEvent.change(input, { target: { value: '0002-11-25' } })
  accept(undefined)
  expect(input.value).toBe('0002-11-25')
  expect(picked).toEqual(['0002-11-25'])
})
