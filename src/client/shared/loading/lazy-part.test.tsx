import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState, type ComponentType } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { lazyPart } from './lazy-part'

afterEach(cleanup)

function Page({ Question }: { Question: ComponentType<{ onClose: () => void }> }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <input aria-label="Note" />
      <button onClick={() => setOpen(true)}>Delete</button>
      {isOpen ? <Question onClose={() => setOpen(false)} /> : null}
    </>
  )
}

/** A page with a text field, and a button that opens a dialog whose chunk fails to load so many times. */
async function openOn(failures: number) {
  let left = failures
  const Question = lazyPart(async () => {
    if (left > 0) {
      left -= 1
      throw new TypeError('Failed to fetch dynamically imported module')
    }
    return ({ onClose }: { onClose: () => void }) => <button onClick={onClose}>Really?</button>
  })
  render(<Page Question={Question} />)
  fireEvent.change(screen.getByLabelText('Note'), { target: { value: 'half-written' } })
  await press('Delete')
}

const press = (name: string) =>
  act(async () => fireEvent.click(screen.getByRole('button', { name, hidden: true })))

describe('a dialog that is loaded when it is opened', () => {
  it('says that its chunk is missing, leaves the page as it is, and can be closed', async () => {
    await openOn(1)
    expect(screen.getByRole('dialog', { name: 'This part couldn’t be loaded' })).toBeDefined()
    expect((screen.getByLabelText('Note') as HTMLInputElement).value).toBe('half-written')
    await press('Close')
    expect(screen.queryByRole('dialog')).toBeNull()
    await press('Delete')
    expect(screen.getByText('Really?')).toBeDefined()
  })

  it('tries again as often as the person does, and offers to load the page again', async () => {
    await openOn(2)
    expect(screen.queryByRole('button', { name: 'Reload', hidden: true })).toBeNull()
    await press('Try again')
    expect(screen.getByRole('dialog')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Reload', hidden: true })).toBeDefined()
    await press('Try again')
    expect(screen.getByText('Really?')).toBeDefined()
  })
})
