import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { PhotoField } from './photo-field'

afterEach(cleanup)

const photo = { bytes: new ArrayBuffer(2048), type: 'image/jpeg' as const, name: 'surf.jpg' }

it.each([
  ['no photo', {}, ['Choose a photo', 'Take a photo'], /JPG or PNG/],
  ['a photo', { photo }, ['Change photo', 'Take a photo', 'Remove photo'], 'Photo ready: surf.jpg, 2 KB'],
  [
    'a stored one',
    { storedUrl: '/photos/a-400.webp', stored: { note: 'This one is shown.', alt: 'The poster' } },
    ['Change photo', 'Take a photo', 'Remove photo'],
    'This one is shown.',
  ],
  [
    'one that is not shown yet',
    { isWithheld: true },
    ['Change photo', 'Take a photo', 'Remove photo'],
    /^We have your photo/,
  ],
])('a field with %s says so, and what can be done with it', (_, props, buttons, note) => {
  render(<PhotoField photo={undefined} onChange={() => {}} onBusy={() => {}} {...props} />)
  expect(screen.getByRole('group', { name: /^Photo/ })).toBeTruthy()
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(buttons)
  expect(screen.getByText(note)).toBeTruthy()
  if ('stored' in props) expect(screen.getByRole('img', { name: 'The poster' })).toBeTruthy()
})
