import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Button } from '@/client/design-system/button'

afterEach(cleanup)

describe('Button', () => {
  it('ignores clicks and keeps a form from being sent twice while it is busy', () => {
    const click = vi.fn()
    const submit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
    render(
      <form onSubmit={submit}>
        <Button type="submit" busy onClick={click}>
          Send
        </Button>
      </form>,
    )
    fireEvent.click(screen.getByRole('button', { name: 'Send' }))
    expect(click).not.toHaveBeenCalled()
    expect(submit).not.toHaveBeenCalled()
  })
})
