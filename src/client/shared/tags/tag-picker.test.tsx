import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { TagPicker } from './tag-picker'

const tags = [
  { key: 'surf', name: 'Surf' },
  { key: 'musica', name: 'Música' },
  { key: 'food', name: 'Food & Drink' },
]
const input = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Tags' })
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
const arkIsLoaded = () => waitFor(() => expect(input().getAttribute('data-part')).toBe('input'))

function Holder({ start = [], name }: { start?: string[]; name?: string }) {
  const [selected, setSelected] = useState(start)
  return <TagPicker {...{ tags, selected }} onChange={setSelected} {...(name && { name })} />
}

afterEach(cleanup)

test('a click before the script of the list is there opens it as soon as it is', async () => {
  render(<Holder />)
  expect(options()).toEqual([])
  fireEvent.click(input())
  await waitFor(() => expect(options()).toEqual(['Surf', 'Música', 'Food & Drink']))
  expect(input().getAttribute('aria-expanded')).toBe('true')
  expect(document.activeElement).toBe(input())
})

test('what was typed before the script of the list is there stays, and is searched for', async () => {
  render(<Holder />)
  input().focus()
  fireEvent.change(input(), { target: { value: 'musica' } })
  await arkIsLoaded()
  expect(input().value).toBe('musica')
  await waitFor(() => expect(options()).toEqual(['Música']))
  expect(document.activeElement).toBe(input())
})

test('several are selected by keyboard, counted, and removed by their badges', async () => {
  render(<Holder />)
  fireEvent.click(input())
  await arkIsLoaded()
  for (const text of ['sur', 'drink']) {
    fireEvent.change(input(), { target: { value: text } })
    await waitFor(() =>
      expect(screen.getAllByRole('option').map(({ id }) => id)).toEqual([
        input().getAttribute('aria-activedescendant'),
      ]),
    )
    fireEvent.keyDown(input(), { key: 'Enter' })
    await waitFor(() => expect(input().value).toBe(''))
  }
  expect(screen.getByText('2 selected')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Remove tag Surf' }))
  expect(screen.getByText('1 selected')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Remove tag Surf' })).toBeNull()
})

test('without script a form sends the same tags by checkboxes', () => {
  const html = renderToString(<Holder start={['surf', 'from-an-old-link']} name="tags" />)
  const native = /<noscript>(.*)<\/noscript>/s.exec(html)?.[1] ?? ''
  expect(native.match(/name="tags"/g)).toHaveLength(4)
  expect(native).toMatch(/<input[^>]*checked[^>]*value="surf"|<input[^>]*value="surf"[^>]*checked/)
  expect(native).toContain('from-an-old-link')
})
