import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { orPageHeading } from './form-dialog'

afterEach(cleanup)

test('the heading of a page that gives it no place for the focus takes it, too, when what had it is gone', () => {
  render(<h1>Ana</h1>)
  const gone = document.createElement('button')
  orPageHeading(gone)?.focus()
  expect(document.activeElement).toBe(screen.getByRole('heading'))
})

test('what is there still keeps the focus', () => {
  render(
    <>
      <h1>Ana</h1>
      <button>Edit</button>
    </>,
  )
  orPageHeading(screen.getByRole('button'))?.focus()
  expect(document.activeElement).toBe(screen.getByRole('button'))
})
