import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { inRouter } from '@tests/support/in-router'
import { Header } from './header'

afterEach(() => {
  cleanup()
  localStorage.clear()
})

const account = (name: 'Sign in' | 'Profile') => screen.queryByRole('link', { name })?.getAttribute('href')

it('leads who is signed in to the profile instead', async () => {
  localStorage.setItem('auth_user', JSON.stringify({ id: '1' }))
  render(await inRouter(<Header />))
  expect([account('Sign in'), account('Profile')]).toEqual([undefined, '/profile'])
})
