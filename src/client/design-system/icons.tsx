import type { LucideProps } from 'lucide-react'
import { css } from 'styled-system/css'

/** An icon that lucide does not have, in its strokes: `path` on a field of 24. */
export const createIcon = (path: string) =>
  function Icon({ size = '1.5rem' }: LucideProps) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={1.75}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden
      >
        <path d={path} />
      </svg>
    )
  }

// Signs for places elsewhere, redrawn in the strokes of our own icons: none is a company's artwork.

export const InstagramIcon = /* @__PURE__ */ createIcon(
  'M8 3.5h8A4.5 4.5 0 0120.5 8v8a4.5 4.5 0 01-4.5 4.5H8A4.5 4.5 0 013.5 16V8A4.5 4.5 0 018 3.5zM12 16a4 4 0 100-8 4 4 0 000 8zM16.8 7.2h.01',
)
export const FacebookIcon = /* @__PURE__ */ createIcon('M17 3.5h-2A4.5 4.5 0 0010.5 8v12.5M7 12h8.5')
export const TelegramIcon = /* @__PURE__ */ createIcon(
  'M21 4.5L2.5 11.5l5.5 2.3L17 8l-7 7 8 5zM8 13.8l.5 5.7L11 16.5',
)
export const WhatsappIcon = /* @__PURE__ */ createIcon(
  'M3.5 20.5l1.2-4.4A8.5 8.5 0 118 19.3zM9 8.5c-.5 3 3 6.5 6.5 6.5l.5-2-2-1-1 1c-1-.5-1.7-1.2-2-2l1-1-1-2z',
)
export const AndroidIcon = /* @__PURE__ */ createIcon(
  'M3 17.5a9 9 0 0118 0zM6.5 10L5 7.5M17.5 10L19 7.5M8.5 14h.01M15.5 14h.01',
)

export const AppleIcon = /* @__PURE__ */ createIcon(
  'M12 8c-1-.5-2-1-3.2-1C6 7 4.5 9.3 4.5 12.2c0 3.8 2.5 8.3 5 8.3 1 0 1.5-.6 2.7-.6s1.6.6 2.7.6c1.8 0 3.5-2.3 4.3-4.7-3.2-1.3-3.4-5.6-.4-7C17.9 7.5 16.5 7 15.2 7 14 7 13 7.5 12 8zM12 5c.2-1.5 1.2-2.6 2.7-3',
)

export function LogoMark() {
  return (
    <svg width="2.25rem" height="2.25rem" viewBox="0 0 64 64" aria-hidden="true" style={{ flexShrink: 0 }}>
      <clipPath id="logo-edge">
        <rect width="64" height="64" rx="15" />
      </clipPath>
      <g clipPath="url(#logo-edge)">
        <path fill="#0b4156" d="M0 0h64v64H0z" />
        <circle cx="43" cy="33" r="10.5" fill="#ff8355" />
        <path
          fill="#fff"
          d="M-20 51c8 1 14 0 20-1C14 47 11 9 36 9c13 0 22 8 22 22-4-7-9-11.5-15-11.5a13.5 13.5 0 100 27c8 0 15 .5 21-2 7-2 13-3 22-2v50H-20z"
        />
        <path
          fill="#7fcfe4"
          d="M-20 56c7-1 13 3 20 0 8-4 14-4 21-1s14 3 21 0 14-4 22-1c8 3 13 2 22 0v40H-20z"
        />
      </g>
    </svg>
  )
}

// The logo is a container: where there is no room for both the name stands without the mark, and where it has none itself, the mark.
const lockup = css({
  display: 'inline-flex',
  alignItems: 'center',
  columnGap: { base: '1.5', sm: '2.5' },
  '@container (3.75rem <= width < 6.5rem)': { '& svg': { display: 'none' } },
})
const wordmark = css({
  fontFamily: 'display',
  fontWeight: 'bold',
  fontSize: { base: 'md', sm: 'xl' },
  lineHeight: 'none',
  letterSpacing: 'tight',
  '@container (width < 3.75rem)': { srOnly: true },
})

export function Logo({ name }: { name: string }) {
  return (
    <span className={lockup}>
      <LogoMark />
      <span className={wordmark}>{name}</span>
    </span>
  )
}
