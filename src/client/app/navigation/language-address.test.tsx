import { beforeEach, expect, it, vi } from 'vitest'
import { extractLocaleFromCookie } from '@/messages/compiled/runtime.js'
import { followLanguageAddress } from './page-of'

function visit(path: string, referrer = '') {
  window.history.replaceState(null, '', path)
  vi.spyOn(document, 'referrer', 'get').mockReturnValue(referrer)
  followLanguageAddress()
  return { locale: extractLocaleFromCookie(), leadsTo: window.location.pathname + window.location.search }
}

beforeEach(() => {
  document.cookie = 'lang=; max-age=0; path=/'
})

it('chooses the language and leads to the page that it was opened from, home when it was typed', () => {
  expect(visit('/language/pt')).toEqual({ locale: 'pt', leadsTo: '/' })
  const from = `${window.location.origin}/events?tags=surf`
  expect(visit('/language/en', from)).toEqual({ locale: 'en', leadsTo: '/events?tags=surf' })
})
