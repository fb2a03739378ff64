import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { MouseEvent } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { useReturnToCard, useReturningTo } from './list-focus'

vi.mock('@tanstack/react-router', () => ({ useRouterState: () => 'entry' }))

/** As the router's links do. */
function openHere(click: MouseEvent): void {
  if (!(click.ctrlKey || click.metaKey || click.shiftKey || click.altKey)) click.preventDefault()
}

function List() {
  return (
    <ul {...useReturnToCard(false)}>
      {['first', 'second'].map((id) => (
        <li key={id} data-event={id}>
          <a href={`#${id}`} onClick={openHere}>
            <b>{id}</b>
          </a>
          <button type="button">Save {id}</button>
        </li>
      ))}
    </ul>
  )
}
const Returning = () => <output>{useReturningTo()}</output>

/** The card that the list returns to after the presses. */
function returningTo(press: () => void): string | null {
  render(<List />)
  press()
  cleanup()
  render(<Returning />)
  return screen.getByRole('status').textContent
}

const open = () => fireEvent.click(screen.getByText('first'))
function saveOrOpenElsewhere(): void {
  fireEvent.click(screen.getByRole('button', { name: 'Save second' }))
  for (const key of ['ctrlKey', 'metaKey', 'shiftKey', 'altKey'])
    fireEvent.click(screen.getByText('second'), { [key]: true })
}

afterEach(cleanup)

it('the list returns to the card that was opened, not to one that was saved or opened elsewhere', () => {
  expect(returningTo(open)).toBe('first')
  cleanup()
  expect(returningTo(saveOrOpenElsewhere)).toBe('first')
})
