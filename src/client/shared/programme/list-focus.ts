import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, type MouseEvent, type RefObject } from 'react'

/** The card that was opened, and where it stood in the viewport (px from its top), by history entry. */
const opened = new Map<string, { id: string; top: number }>()

/** Back brings the list to the card that was opened, with the focus on it. Spread the result on the list's element. */
export function useReturnToCard(isShown: boolean) {
  const list = useRef<HTMLUListElement>(null)
  // oxlint-disable-next-line no-underscore-dangle -- the router's own name of a history entry
  const entry = useRouterState({ select: ({ location }) => location.state.__TSR_key ?? location.href })

  useEffect(() => {
    const card = opened.get(entry)
    if (!isShown || card === undefined) return
    opened.delete(entry)
    // It runs after the router has restored the scroll position, which is right only as far as heights are known.
    let release: () => void = () => undefined
    const frame = requestAnimationFrame(() => {
      const element = list.current?.querySelector<HTMLElement>(`[data-event="${CSS.escape(card.id)}"]`)
      if (!element || !list.current) return
      const fold = element.closest('details')
      if (fold) fold.open = true
      release = holdInPlace(element, card.top, list.current)
      element.querySelector('a')?.focus({ preventScroll: true })
    })
    return () => {
      cancelAnimationFrame(frame)
      release()
    }
  }, [entry, isShown])

  // A click that opens the page of a card is taken from the browser; one on its heart, or with a key that opens another tab, is not.
  const onClick = ({ target, defaultPrevented }: MouseEvent) => {
    const element =
      defaultPrevented && target instanceof Element ? target.closest<HTMLElement>('[data-event]') : null
    const id = element?.dataset['event']
    if (element && id) opened.set(entry, { id, top: topOf(element) })
  }
  return { ref: list, onClick }
}

/** The top of the card's place in the list, px from the top of the viewport: the card itself rises under the pointer. */
function topOf(card: HTMLElement): number {
  return (card.closest('li') ?? card).getBoundingClientRect().top
}

/** Until somebody moves the page: cards above it that were out of view get their real heights only in the frames after. */
function holdInPlace(element: HTMLElement, top: number, list: HTMLElement): () => void {
  const hold = () => window.scrollBy({ top: topOf(element) - top, behavior: 'instant' })
  hold()
  const observer = new ResizeObserver(hold)
  observer.observe(list)
  const release = () => observer.disconnect()
  for (const input of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
    window.addEventListener(input, release, { once: true, passive: true, capture: true })
  return release
}

const CONTROL = 'a[href], button'
/** A closed fold and a menu hold no items. */
const ASIDE = 'details:not([open]), [popover]'
const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }

/**
 * One tab stop for many: Tab comes to one item of each group, the arrow keys, Home and End go to the others. What is in an item is
 * reached by Tab from there. Without script every control is a stop.
 */
export function useRovingFocus<E extends HTMLElement>(item: string, group?: string): RefObject<E | null> {
  const root = useRef<E>(null)
  useEffect(() => {
    const element = root.current
    if (!element) return
    const leaving = new AbortController()
    const { signal } = leaving
    const stops = new Map<Element, HTMLElement>()
    const items = () => [...element.querySelectorAll<HTMLElement>(item)].filter((one) => !one.closest(ASIDE))
    const itemOf = ({ target }: Event) =>
      items().find((one) => target instanceof Node && one.contains(target))
    const groupOf = (one: Element) => (group && one.closest(group)) || element
    const settle = () => {
      for (const [of, stop] of stops) if (!of.contains(stop)) stops.delete(of)
      for (const one of items()) {
        const of = groupOf(one)
        if (!stops.has(of)) stops.set(of, one)
        for (const control of controlsOf(one)) control.tabIndex = stops.get(of) === one ? 0 : -1
      }
    }
    const onFocus = (event: FocusEvent) => {
      const one = itemOf(event)
      if (!one) return
      stops.set(groupOf(one), one)
      settle()
      // Chromium leaves a chip where it is as soon as its edge is in view. Only the keyboard needs this: a tap is where it is.
      if (one.matches(':focus-visible')) one.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    }
    const onKey = (event: KeyboardEvent) => {
      const { key } = event
      const one = itemOf(event)
      if (!one || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      const all = items()
      const beside = all.filter((other) => groupOf(other) === groupOf(one))
      const ends: Record<string, HTMLElement | undefined> = { Home: beside[0], End: beside.at(-1) }
      const next = ends[key] ?? all[all.indexOf(one) + (STEPS[key] ?? Number.NaN)]
      if (!next) return
      event.preventDefault()
      controlsOf(next)[0]?.focus()
    }
    settle()
    const observer = new MutationObserver(settle)
    observer.observe(element, { childList: true, subtree: true })
    signal.addEventListener('abort', () => observer.disconnect())
    element.addEventListener('focusin', onFocus, { signal })
    element.addEventListener('keydown', onKey, { signal })
    return () => leaving.abort()
  }, [item, group])
  return root
}

function controlsOf(item: HTMLElement): HTMLElement[] {
  return item.matches(CONTROL) ? [item] : [...item.querySelectorAll<HTMLElement>(CONTROL)]
}
