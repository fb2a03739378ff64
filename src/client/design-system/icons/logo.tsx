import { css } from 'styled-system/css'

/** The mark: a low sun behind a breaking wave. The same shape as public/favicon.svg. */
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
