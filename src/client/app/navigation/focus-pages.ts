import type { AnyRouter } from '@tanstack/react-router'

/**
 * After following a link the focus is on the new page's heading: screen readers read it, and the keyboard goes on from there. A
 * page that puts the focus elsewhere has it its way.
 */
export function focusPages(router: AnyRouter): void {
  let focused: Element | null = null
  router.subscribe('onBeforeNavigate', () => {
    focused = document.activeElement
  })
  router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
    const { activeElement, body } = document
    if (fromLocation === undefined || !pathChanged) return
    if (activeElement !== focused && activeElement !== body) return
    const target = document.querySelector<HTMLElement>('main h1') ?? document.getElementById('content')
    target?.setAttribute('tabindex', '-1')
    target?.focus({ preventScroll: true })
  })
}
