import * as m from '@/messages/compiled/messages.js'
import { getLocale, locales } from '@/messages/compiled/runtime.js'
import type { Locale } from '@/messages/compiled/runtime.js'
import { css } from 'styled-system/css'
import { writeCookie } from './cookies'

/** The cookie that server and browser read the language from. */
const LANGUAGE_COOKIE = 'lang'

/** Each language in its own words. */
const NAMES: Record<Locale, string> = { en: 'English', pt: 'Português' }

/** The choice is remembered for a year; the page is asked for again in the new language. */
export function LanguageSwitch() {
  const current = getLocale()
  return (
    <nav aria-label={m.shell_language()} className={row}>
      {locales.map((locale) => (
        <button
          key={locale}
          type="button"
          lang={locale}
          aria-pressed={locale === current}
          className={choice}
          onClick={() => choose(locale)}
        >
          {NAMES[locale]}
        </button>
      ))}
    </nav>
  )
}

function choose(locale: Locale): void {
  writeCookie(LANGUAGE_COOKIE, locale)
  window.location.reload()
}

const row = css({ display: 'flex', gap: '1', marginInline: '[-0.75rem]' })

const choice = css({
  minHeight: 'target',
  paddingInline: '3',
  borderRadius: 'full',
  color: 'fg.onSeaMuted',
  textStyle: 'small',
  '&:is([aria-pressed=true], :hover)': { color: 'fg.onSea', textDecoration: 'underline' },
  '&[aria-pressed=true]': { fontWeight: 'bold', textUnderlineOffset: '[0.3em]' },
})
