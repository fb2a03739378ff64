import { expect, it } from 'vitest'
import { sharedValues } from './shared-content'

function filled(shared: { title?: string; text?: string; url?: string }) {
  const { title, description, links = [] } = sharedValues({ title: '', text: '', url: '', ...shared })
  return { title, description, links: links.filter(({ data }) => data !== '') }
}

it('fills title, description and link', () => {
  const shared = {
    title: ' Concert on\nthe pier',
    text: 'Friday at nine',
    url: 'https://pier.example/friday',
  }
  expect(filled(shared)).toEqual({
    title: 'Concert on the pier',
    description: 'Friday at nine',
    links: [{ type: 'web_url', data: 'https://pier.example/friday' }],
  })
})

it('finds the address in the text, where Android has it', () => {
  const address = 'https://www.facebook.com/events/1234'
  const links = [{ type: 'facebook', data: address }]
  expect(filled({ title: 'Concert', text: address })).toEqual({ title: 'Concert', description: '', links })
  expect(filled({ text: `Look: ${address}` })).toEqual({ title: '', description: `Look: ${address}`, links })
})

it.each([
  ['(https://www.instagram.com/surf_club_)', '', 'https://www.instagram.com/surf_club_'],
  [
    'Tonight: https://pt-pt.facebook.com/events/1.',
    'Tonight: https://pt-pt.facebook.com/events/1.',
    undefined,
  ],
  ['www.example.pt/a。', '', 'https://www.example.pt/a'],
])('takes no sign that stands behind the address along: %s', (text, description, data) => {
  const filledIn = filled({ text })
  expect(filledIn.description).toBe(description)
  expect(filledIn.links.map((link) => link.data)).toEqual([data ?? 'https://pt-pt.facebook.com/events/1'])
  expect(filled({ url: text }).links).toEqual(filledIn.links)
})

it('leaves in the description what is no link', () => {
  expect(filled({ text: 'Ring us', url: 'tel:+351912345678' })).toEqual({
    title: '',
    description: 'Ring us\ntel:+351912345678',
    links: [],
  })
  expect(filled({ text: 'https://' })).toEqual({ title: '', description: 'https://', links: [] })
})
