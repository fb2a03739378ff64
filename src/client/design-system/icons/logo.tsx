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

// Without room for its longest word the name wraps, out of sight: the mark stays.
const lockup = css({
  display: 'inline-flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: '2.5',
  rowGap: '10',
  maxHeight: '10',
  overflow: 'hidden',
})
const wordmark = css({
  flex: '[1 1 min-content]',
  paddingRight: '2',
  fontFamily: 'display',
  fontWeight: 'bold',
  fontSize: 'xl',
  lineHeight: 'none',
  letterSpacing: 'tight',
})

export function Logo({ name }: { name: string }) {
  return (
    <span className={lockup}>
      <LogoMark />
      <span className={wordmark}>{name}</span>
    </span>
  )
}
