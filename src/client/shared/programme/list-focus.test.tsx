import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { MouseEvent } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { useReturnToCard } from './list-focus'

vi.mock('@tanstack/react-router', () => ({ useRouterState: () => 'entry' }))

/** As the router's links do. */
function openHere(click: MouseEvent): void {
  if (!(click.ctrlKey || click.metaKey || click.shiftKey || click.altKey)) click.preventDefault()
}

function List({ isShown = false }) {
  return (
    <ul {...useReturnToCard(isShown)}>
      {['first', 'second'].map((id) => (
        <li key={id} data-event={id}>
          <a href={`#${id}`} onClick={openHere}>
            {id}
          </a>
          <button type="button">Save {id}</button>
        </li>
      ))}
    </ul>
  )
}

afterEach(cleanup)

it('the list returns to the card that was opened, not to one that was saved or opened elsewhere', async () => {
  render(<List />)
  fireEvent.click(screen.getByText('first'))
  fireEvent.click(screen.getByRole('button', { name: 'Save second' }))
  for (const key of ['ctrlKey', 'metaKey', 'shiftKey', 'altKey'])
    fireEvent.click(screen.getByText('second'), { [key]: true })
  cleanup()
  render(<List isShown />)
  await waitFor(() => expect(document.activeElement?.textContent).toBe('first'))
})
