import type { MouseEvent } from 'react'
import { parseWebUrl } from '@/domain/text/web-address'
import { css } from 'styled-system/css'

/** An address of an anonymous submission, if it leads to the web; never `javascript:` and its like. */
export function webUrl(text: string | undefined): URL | undefined {
  return text === undefined ? undefined : parseWebUrl(text)
}

/** Handles a click in place of the browser, which keeps those that open another tab, window or file. */
export function onPlainClick(follow: () => void) {
  return (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    follow()
  }
}

/** A link that is read on paper: its address instead of its words or icon. */
export const writtenOut = css({
  _print: {
    display: 'inline',
    width: 'auto',
    height: 'auto',
    bg: 'transparent',
    fontSize: '[0]',
    textDecoration: 'none',
    '& svg': { display: 'none' },
    _after: { content: '[attr(href)]', fontSize: 'sm' },
  },
})

/** For `validateSearch`: what makes no sense is named as undefined, else the router leaves it in and hydration differs. */
export function searchTexts<Key extends string>(...keys: readonly Key[]) {
  return (search: Record<string, unknown>): Partial<Record<Key, string | undefined>> => {
    const texts: Partial<Record<Key, string | undefined>> = {}
    for (const key of keys) if (search[key] !== undefined) texts[key] = textOf(search[key])
    return texts
  }
}

/** The router reads "7" as a number. An empty text is none. */
export function textOf(value: unknown): string | undefined {
  return (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : undefined
}
