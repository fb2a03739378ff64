import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { SelectField, TextArea, TextField } from '@/client/design-system/forms/field'

afterEach(cleanup)

const describedText = (control: HTMLElement) =>
  (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .filter((text) => text !== '')

describe('the fields', () => {
  it('find their control by its label', () => {
    render(<TextField label="Title" />)
    expect(screen.getByLabelText('Title').tagName).toBe('INPUT')
    render(<TextArea label="Description" />)
    expect(screen.getByLabelText('Description').tagName).toBe('TEXTAREA')
  })

  it('read hint and error aloud with the control, and mark it invalid', () => {
    render(<TextField label="Email" hint="We write once." error="Please enter a valid email address" />)
    const control = screen.getByLabelText('Email')
    expect(control.getAttribute('aria-invalid')).toBe('true')
    expect(describedText(control)).toEqual(['We write once.', 'Please enter a valid email address'])
  })

  it('point at nothing when there is neither hint nor error', () => {
    render(<TextField label="Title" />)
    const control = screen.getByLabelText('Title')
    expect(control.hasAttribute('aria-describedby')).toBe(false)
    expect(control.hasAttribute('aria-invalid')).toBe(false)
  })

  it('keep two fields of one label apart', () => {
    render(
      <>
        <TextField label="Date" error="first" />
        <TextField label="Date" error="second" />
      </>,
    )
    expect(screen.getAllByLabelText('Date').map(describedText)).toEqual([['first'], ['second']])
  })

  it('offer the choices of a select after an empty one', () => {
    render(<SelectField label="Topic" placeholder="Choose" options={[{ value: 'other', label: 'Other' }]} />)
    const options = [...screen.getByLabelText('Topic').querySelectorAll('option')]
    expect(options.map((option) => [option.value, option.textContent])).toEqual([
      ['', 'Choose'],
      ['other', 'Other'],
    ])
  })
})
