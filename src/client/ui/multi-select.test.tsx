// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { MultiSelect } from '@/client/ui/multi-select'

afterEach(cleanup)

const options = [
  { value: 'surf', label: 'Surf', count: 12 },
  { value: 'music', label: 'Música' },
  { value: 'market', label: 'Market' },
]

const show = (value: string[], onChange: (value: string[]) => void = () => undefined) =>
  render(
    <MultiSelect
      label="Tags"
      options={options}
      value={value}
      onChange={onChange}
      searchPlaceholder="Search..."
      emptyText="No options found"
      selectedText={`${value.length} selected`}
    />,
  )

const search = (words: string) =>
  fireEvent.change(screen.getByPlaceholderText('Search...'), { target: { value: words } })
// Ark's machine answers a click after the event, in a microtask.
const choose = (name: RegExp) => act(async () => void fireEvent.click(screen.getByRole('option', { name })))
const seen = () => screen.queryAllByRole('option').map((option) => option.textContent)

describe('MultiSelect', () => {
  it('marks what is chosen and says how many', () => {
    show(['surf'])
    expect(screen.getByRole('option', { name: /Surf/ }).getAttribute('aria-selected')).toBe('true')
    expect(screen.getByRole('option', { name: /Market/ }).getAttribute('aria-selected')).toBe('false')
    expect(screen.getByRole('status').textContent).toBe('1 selected')
  })

  it('finds words without their accents and in any case', () => {
    show([])
    search('MUSICA')
    expect(seen()).toEqual(['Música'])
  })

  it('says so when nothing is found', () => {
    show([])
    search('opera')
    expect(seen()).toEqual([])
    expect(screen.getByText('No options found')).toBeTruthy()
  })

  it('keeps what was chosen before when the search hides it', async () => {
    const onChange = vi.fn()
    show(['surf'], onChange)
    search('mark')
    await choose(/Market/)
    expect(onChange).toHaveBeenCalledWith(['surf', 'market'])
  })

  it('takes a choice back when it is chosen again', async () => {
    const onChange = vi.fn()
    show(['surf', 'market'], onChange)
    await choose(/Surf/)
    expect(onChange).toHaveBeenCalledWith(['market'])
  })
})
