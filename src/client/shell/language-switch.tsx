import * as m from '@/messages/compiled/messages.js'
import { getLocale, locales, setLocale } from '@/messages/compiled/runtime.js'
import type { Locale } from '@/messages/compiled/runtime.js'
import { css } from 'styled-system/css'

/** Each language in its own words. */
const NAMES: Record<Locale, string> = { en: 'English', pt: 'Português' }

/** Paraglide keeps the choice in its cookie and loads the page again in the new language. */
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
          onClick={() => setLocale(locale)}
        >
          {NAMES[locale]}
        </button>
      ))}
    </nav>
  )
}

const row = css({ display: 'flex', flexWrap: 'wrap', gap: '1', marginInline: '[-0.75rem]' })

const choice = css({
  minHeight: 'target',
  paddingInline: '3',
  borderRadius: 'full',
  color: 'fg.onSeaMuted',
  textStyle: 'small',
  '&:is([aria-pressed=true], :hover)': { color: 'fg.onSea', textDecoration: 'underline' },
  '&[aria-pressed=true]': { fontWeight: 'bold', textUnderlineOffset: '[0.3em]' },
})
