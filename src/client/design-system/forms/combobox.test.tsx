import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { Combobox } from './combobox'
import { Field } from './field'

afterEach(cleanup)

const OPTIONS = [
  { value: 'north', label: 'North beach' },
  { value: 'south', label: 'South beach' },
]

function Places() {
  const [text, setText] = useState('')
  return (
    <Field label="Place">
      {(wiring) => (
        <Combobox
          {...{ wiring, text }}
          options={OPTIONS.filter(({ label }) => label.includes(text))}
          value={[]}
          onChange={() => {}}
          onTextChange={setText}
          openLabel="Open"
        />
      )}
    </Field>
  )
}

test('what is typed between the arrival of the list and its first render opens it, and the focus stays', async () => {
  const { ArkCombobox } = await import('./combobox-ark')
  expect(ArkCombobox).toBeDefined()
  render(<Places />)
  const light = screen.getByRole('combobox', { name: 'Place' })
  light.focus()
  // The chunk is cached, and a few microtasks bring it; React renders later.
  for (let tick = 0; tick < 20; tick++) await Promise.resolve()
  fireEvent.change(light, { target: { value: 'South' } })

  const option = await screen.findByRole('option', { name: 'South beach' })
  expect(option).toBeDefined()
  const ark = screen.getByRole('combobox', { name: 'Place' })
  expect(ark).not.toBe(light)
  expect(ark).toHaveProperty('value', 'South')
  expect(document.activeElement).toBe(ark)
})
