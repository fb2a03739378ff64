import type { FastifyRequest } from 'fastify'
import { baseLocale, locales } from '@/messages/compiled/runtime.js'
import type { Locale } from '@/messages/compiled/runtime.js'

/** The language of an answer's sentences and of the mails that follow from it: the first understood of `Accept-Language`. */
export function requestLocale(request: FastifyRequest): Locale {
  return preferredLocale(request.headers['accept-language'])
}

/** Reads `Accept-Language` (RFC 9110, 12.5.4); `pt-BR` counts as `pt`. */
export function preferredLocale(header: string | undefined): Locale {
  if (header === undefined) return baseLocale
  const wishes = header
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [range = '', ...parameters] = part.trim().toLowerCase().split(';')
      const quality = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean)
      return { language: range.split('-')[0], weight: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
  const known = wishes.map(({ language }) => locales.find((locale) => locale === language))
  return known.find((locale) => locale !== undefined) ?? baseLocale
}
