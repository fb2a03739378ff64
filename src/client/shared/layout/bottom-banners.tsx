import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import * as m from '@/messages/compiled/messages.js'
import { css } from 'styled-system/css'
import { useConsentBannerOpen } from '@/client/shared/consent/consent'
import { CookieBanner } from '@/client/shared/consent/cookie-banner'
import { UpdatePrompt } from '@/client/shared/pwa/app-update'
import { MobileBanner } from '@/client/shared/pwa/mobile-banner'

/** The banners that float over the bottom of the page, one at a time. */
export function BottomBanners() {
  const isConsentOpen = useConsentBannerOpen()
  const place = useRef<HTMLElement>(null)
  const room = useRef<HTMLDivElement>(null)
  useRoomBelow(place, room)
  return (
    <>
      <div ref={room} className={roomBelow} />
      <aside ref={place} className={floating} aria-label={m.shell_banners()}>
        <UpdatePrompt />
        {isConsentOpen ? <CookieBanner /> : <MobileBanner />}
      </aside>
    </>
  )
}

/**
 * Keeps the end of the page, and whatever the keyboard reaches, from staying hidden behind a banner (WCAG 2.4.11). A custom
 * property of the root would do the same, but all of the page would be styled anew.
 */
function useRoomBelow(place: RefObject<HTMLElement | null>, room: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const [element, below] = [place.current, room.current]
    if (element === null || below === null) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => {
      const height = `${element.offsetHeight}px`
      below.style.height = height
      style.scrollPaddingBottom = height
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.scrollPaddingBottom = ''
    }
  }, [place, room])
}

const roomBelow = css({ _print: { display: 'none' }, bg: 'bg.sea' })

const floating = css({
  _print: { display: 'none' },
  position: 'fixed',
  insetInline: '0',
  bottom: '0',
  zIndex: 'banner',
  display: 'grid',
  gridTemplateColumns: '[minmax(0, 1fr)]',
  gap: '2',
  width: 'full',
  maxWidth: 'form',
  marginInline: 'auto',
  // The gaps let clicks through to the page.
  pointerEvents: 'none',
  '&:not(:empty)': {
    padding: '[min(0.75rem, 3vw)]',
    paddingBottom: '[max(0.75rem, env(safe-area-inset-bottom))]',
    // The banners stand above the bar of an event's page.
    'main:has([data-part=action-bar]) ~ &': {
      mdDown: { paddingBottom: '[calc(4.5rem + env(safe-area-inset-bottom))]' },
    },
  },
  '& > *': { pointerEvents: 'auto', animation: 'riseIn' },
})
