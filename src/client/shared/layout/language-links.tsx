import type { MouseEvent } from 'react'
import { languagePath } from '@/contract/settings'
import { getLocale, locales, setLocale, type Locale } from '@/messages/compiled/runtime.js'

const NAMES: Record<Locale, string> = { en: 'English', pt: 'Português' }

/** Paraglide keeps the choice in its cookie and loads the page again in the new language. Without script the server does both. */
export function LanguageLinks({ isOthersOnly = false }: { isOthersOnly?: boolean }) {
  const current = getLocale()
  return locales
    .filter((locale) => !isOthersOnly || locale !== current)
    .map((locale) => (
      <a
        key={locale}
        href={languagePath(locale)}
        rel="nofollow"
        lang={locale}
        hrefLang={locale}
        aria-current={locale === current || undefined}
        onClick={(event: MouseEvent) => {
          event.preventDefault()
          void setLocale(locale)
        }}
      >
        {NAMES[locale]}
      </a>
    ))
}
