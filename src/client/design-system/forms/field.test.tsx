import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { TextField } from '@/client/design-system/forms/field'

afterEach(cleanup)

const describedText = (control: HTMLElement) =>
  (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .filter((text) => text !== '')

describe('the fields', () => {
  it('read hint and error aloud with the control, and mark it invalid', () => {
    render(<TextField label="Email" hint="We write once." error="Please enter a valid email address" />)
    const control = screen.getByLabelText('Email')
    expect(control.getAttribute('aria-invalid')).toBe('true')
    expect(describedText(control)).toEqual(['We write once.', 'Please enter a valid email address'])
  })
})
