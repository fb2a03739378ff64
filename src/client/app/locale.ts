import { baseLocale, isLocale, locales, overwriteGetLocale } from '@/messages/compiled/runtime.js'
import type { Locale } from '@/messages/compiled/runtime.js'

/** The cookie that remembers the visitor's choice (decisions, beyond the specification). */
export const LOCALE_COOKIE = 'lang'

/**
 * The language of a visitor: the remembered choice, else the best of what the browser asks for, else English.
 * `cookies` is a Cookie header; `wishes` are language tags, the most wanted first.
 */
export function chooseLocale(cookies: string, wishes: readonly string[]): Locale {
  const chosen = new RegExp(`(?:^|;\\s*)${LOCALE_COOKIE}=([^;]*)`).exec(cookies)?.[1]
  if (isLocale(chosen)) return chosen
  const primary = wishes.map((wish) => wish.toLowerCase().split('-')[0])
  return primary.find((language): language is Locale => isLocale(language)) ?? baseLocale
}

/** An `Accept-Language` header as language tags, the most wanted first. */
export function acceptedLanguages(header: string): string[] {
  return header
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const weight = parameters.map((parameter) => /^\s*q=([\d.]+)/.exec(parameter)?.[1]).find(Boolean)
      return { tag: tag.trim(), weight: weight === undefined ? 1 : Number(weight) }
    })
    .filter(({ tag, weight }) => tag !== '' && weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag)
}

/** All sentences from here on are in this language (browser: one language a page view). */
export function speak(locale: Locale): void {
  overwriteGetLocale(() => locale)
}

export { locales }
export type { Locale }
