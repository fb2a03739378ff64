import type { MouseEvent, ReactNode } from 'react'
import { languagePath } from '@/contract/settings'
import * as m from '@/messages/compiled/messages.js'
import { getLocale, locales, setLocale } from '@/messages/compiled/runtime.js'
import type { Locale } from '@/messages/compiled/runtime.js'
import { fromTablets } from '@/client/design-system/visually-hidden'
import { css, cx } from 'styled-system/css'

const NAMES: Record<Locale, string> = { en: 'English', pt: 'Português' }

export function LanguageSwitch() {
  const current = getLocale()
  return (
    <nav aria-label={m.shell_language()} className={row}>
      {locales.map((locale) => (
        <LanguageLink
          key={locale}
          locale={locale}
          current={locale === current}
          className={cx(choice, footerChoice)}
        >
          {NAMES[locale]}
        </LanguageLink>
      ))}
    </nav>
  )
}

const otherLanguages = () => locales.filter((locale) => locale !== getLocale())

export function OtherLanguages() {
  return otherLanguages().map((locale) => (
    <LanguageLink key={locale} locale={locale} className={cx(choice, headerChoice)}>
      <span className={short}>{locale}</span>
      <span className={fromTablets}>{NAMES[locale]}</span>
    </LanguageLink>
  ))
}

export function MenuLanguages() {
  return otherLanguages().map((locale) => (
    <LanguageLink key={locale} locale={locale}>
      {NAMES[locale]}
    </LanguageLink>
  ))
}

interface LanguageLinkProps {
  locale: Locale
  current?: boolean
  className?: string
  children: ReactNode
}

/** Paraglide keeps the choice in its cookie and loads the page again in the new language. Without script the server does both. */
function LanguageLink({ locale, current = false, className, children }: LanguageLinkProps) {
  const choose = (event: MouseEvent) => {
    event.preventDefault()
    void setLocale(locale)
  }
  return (
    <a
      href={languagePath(locale)}
      rel="nofollow"
      lang={locale}
      hrefLang={locale}
      aria-current={current || undefined}
      className={className}
      onClick={choose}
    >
      {children}
    </a>
  )
}

const row = css({ display: 'flex', flexWrap: 'wrap', gap: '1', marginInline: '[-0.75rem]' })

const choice = css({
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  minHeight: 'target',
  minWidth: 'target',
  borderRadius: 'full',
})

const footerChoice = css({
  paddingInline: '3',
  color: 'fg.onSeaMuted',
  textStyle: 'small',
  '&:is([aria-current], :hover)': { color: 'fg.onSea', textDecoration: 'underline' },
  '&[aria-current]': { fontWeight: 'bold', textUnderlineOffset: '[0.25em]' },
})

const headerChoice = css({
  paddingInline: { md: '3' },
  fontWeight: 'medium',
  _hover: { bg: 'sea.subtle' },
})
const short = css({ textTransform: 'uppercase', md: { display: 'none' } })
