import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { PasswordField } from './use-schema-form'

afterEach(cleanup)

function renderField() {
  render(
    <form aria-label="form" onSubmit={(event) => event.preventDefault()}>
      <PasswordField isNew name="password" error="Too short" />
    </form>,
  )
  return screen.getByLabelText('Password')
}

test('can be shown and hidden with a button that does not submit and is in the order of tabs', () => {
  const field = renderField()
  const toggle = screen.getByRole('button', { name: 'Show password' })
  expect(toggle.getAttribute('type')).toBe('button')
  expect(toggle.tabIndex).toBe(0)
  fireEvent.click(toggle)
  expect(field.getAttribute('type')).toBe('text')
  fireEvent.click(screen.getByRole('button', { name: 'Hide password' }))
  expect(field.getAttribute('type')).toBe('password')
})

test('is masked again when the form is submitted', () => {
  const field = renderField()
  fireEvent.click(screen.getByRole('button', { name: 'Show password' }))
  fireEvent.submit(screen.getByRole('form'))
  expect(field.getAttribute('type')).toBe('password')
})
