import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { inRouter } from '@tests/support/in-router'
import { writeCopy } from '@/offline/session/session-store'
import { Header } from './header'

afterEach(() => {
  cleanup()
  localStorage.clear()
})

const account = (name: 'Sign in' | 'Profile') => screen.queryByRole('link', { name })?.getAttribute('href')

it('leads to the sign-in', async () => {
  render(await inRouter(<Header />))
  expect([account('Sign in'), account('Profile')]).toEqual(['/login', undefined])
})

it('leads who is signed in to the profile instead', async () => {
  writeCopy(localStorage, {
    access_token: { token: 'a', expires_at: 0 },
    refresh_token: { token: 'r', expires_at: 0 },
    user: { id: '1', email: 'ana@example.com', name: 'Ana', role: 'USER' },
  })
  render(await inRouter(<Header />))
  expect([account('Sign in'), account('Profile')]).toEqual([undefined, '/profile'])
})
