import type { ReactNode } from 'react'
import { css } from 'styled-system/css'

type IconProps = {
  size?: number
  /** Spoken name; without it the icon is decoration beside text. */
  title?: string
}

/** One frame for every icon, which grows with the text: a 24 px field, 1.75 px round strokes in the colour of the text. */
function IconFrame({ size = 24, title, children }: IconProps & { children: ReactNode }) {
  return (
    <svg
      width={`${size / 16}rem`}
      height={`${size / 16}rem`}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      {...(title ? { role: 'img', 'aria-label': title } : { 'aria-hidden': true })}
    >
      {children}
    </svg>
  )
}

export const createIcon = (path: string) =>
  function Icon(props: IconProps) {
    return (
      <IconFrame {...props}>
        <path d={path} />
      </IconFrame>
    )
  }

export const CalendarIcon = /* @__PURE__ */ createIcon(
  'M4 7.5A2.5 2.5 0 016.5 5h11A2.5 2.5 0 0120 7.5v10a2.5 2.5 0 01-2.5 2.5h-11A2.5 2.5 0 014 17.5zM4 10h16M8 3v4M16 3v4',
)
export const PinIcon = /* @__PURE__ */ createIcon(
  'M12 21c4-4.4 6.5-7.6 6.5-11a6.5 6.5 0 00-13 0c0 3.4 2.5 6.6 6.5 11zM12 12.5a2.5 2.5 0 100-5 2.5 2.5 0 000 5z',
)
export const CurrentPositionIcon = /* @__PURE__ */ createIcon(
  'M12 18a6 6 0 100-12 6 6 0 000 12zM12 13h.01M12 2.5V6M12 18v3.5M2.5 12H6M18 12h3.5',
)
export const PlusIcon = /* @__PURE__ */ createIcon('M12 5v14M5 12h14')
export const UserIcon = /* @__PURE__ */ createIcon(
  'M12 12a4 4 0 100-8 4 4 0 000 8zM4.5 20.5c.8-3.6 3.7-5.5 7.5-5.5s6.7 1.9 7.5 5.5',
)
export const SignInIcon = /* @__PURE__ */ createIcon(
  'M13.5 4H18a2 2 0 012 2v12a2 2 0 01-2 2h-4.5M3.5 12H14M10 8l4 4-4 4',
)
export const SearchIcon = /* @__PURE__ */ createIcon(
  'M11 17.5a6.5 6.5 0 100-13 6.5 6.5 0 000 13zM15.8 15.8L20.5 20.5',
)
export const CloseIcon = /* @__PURE__ */ createIcon('M6 6l12 12M18 6L6 18')
export const ChevronLeftIcon = /* @__PURE__ */ createIcon('M14.5 5.5L8 12l6.5 6.5')
export const ChevronRightIcon = /* @__PURE__ */ createIcon('M9.5 5.5L16 12l-6.5 6.5')
export const ChevronDownIcon = /* @__PURE__ */ createIcon('M5.5 9l6.5 6.5L18.5 9')
export const ArrowRightIcon = /* @__PURE__ */ createIcon('M4.5 12h15M13.5 6l6 6-6 6')
export const ClockIcon = /* @__PURE__ */ createIcon(
  'M12 20.5a8.5 8.5 0 100-17 8.5 8.5 0 000 17zM12 7.5V12l3 2.5',
)
export const WifiOffIcon = /* @__PURE__ */ createIcon(
  'M4 4l16 16M8.5 15.5a5 5 0 015.5-1M5.5 12a9.5 9.5 0 013.5-2.2M2.5 8.5A14 14 0 016 6.3M10.5 5a14 14 0 0111 3.5M14.5 9.4a9.5 9.5 0 014 2.6M12 19h.01',
)
export const AlertIcon = /* @__PURE__ */ createIcon('M12 4L2.8 19.5h18.4zM12 10v4.5M12 17h.01')
export const DownloadIcon = /* @__PURE__ */ createIcon('M12 4v11M7.5 11l4.5 4.5 4.5-4.5M4.5 20h15')
export const MenuIcon = /* @__PURE__ */ createIcon('M4 7h16M4 12h16M4 17h16')
export const CardsIcon = /* @__PURE__ */ createIcon('M4 4h7v7H4zM13 13h7v7h-7zM13 4h7v7h-7zM4 13h7v7H4z')
export const PhoneIcon = /* @__PURE__ */ createIcon('M7 3h10v18H7zM11 18h2')
export const HeartIcon = /* @__PURE__ */ createIcon(
  'M12 20.5C5.5 16 3.5 12.5 3.5 9A4.7 4.7 0 0112 6.3 4.7 4.7 0 0120.5 9c0 3.5-2 7-8.5 11.5z',
)

export const ShareIcon = /* @__PURE__ */ createIcon('M12 15V3.5M8 7l4-3.5L16 7M6 11H5v9h14v-9h-1')
export const DirectionsIcon = /* @__PURE__ */ createIcon('M3.5 11L20.5 3.5 13 20.5l-2-7.5z')
export const LinkIcon = /* @__PURE__ */ createIcon(
  'M9.5 14.5l5-5M11 6.5l1.7-1.7a4.2 4.2 0 016 6L17 12.5M13 17.5l-1.7 1.7a4.2 4.2 0 01-6-6L7 11.5',
)
export const EuroIcon = /* @__PURE__ */ createIcon('M18 6.5A7 7 0 007 12a7 7 0 0011 5.5M4 10.3h9M4 13.7h8')
export const SunIcon = /* @__PURE__ */ createIcon(
  'M12 16a4 4 0 100-8 4 4 0 000 8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4',
)
export const GlobeIcon = /* @__PURE__ */ createIcon(
  'M12 20.5a8.5 8.5 0 100-17 8.5 8.5 0 000 17zM3.5 12h17M12 3.5c5 5 5 12 0 17M12 3.5c-5 5-5 12 0 17',
)
export const MapIcon = /* @__PURE__ */ createIcon(
  'M3.5 6.5L9 4l6 2.5 5.5-2.5v13.5L15 20l-6-2.5L3.5 20zM9 4v13.5M15 6.5V20',
)
export const RefreshIcon = /* @__PURE__ */ createIcon('M19.5 12a7.5 7.5 0 11-2.2-5.3L20 9.3M20 4.5v4.8h-4.8')
export const WaveIcon = /* @__PURE__ */ createIcon(
  'M2.5 9c1.6 0 1.6 1.5 3.2 1.5S7.3 9 8.9 9s1.5 1.5 3.1 1.5S13.6 9 15.1 9s1.6 1.5 3.2 1.5S19.9 9 21.5 9M2.5 15c1.6 0 1.6 1.5 3.2 1.5S7.3 15 8.9 15s1.5 1.5 3.1 1.5 1.6-1.5 3.1-1.5 1.6 1.5 3.2 1.5 1.6-1.5 3.2-1.5',
)

export const MinusIcon = /* @__PURE__ */ createIcon('M5 12h14')
export const CheckIcon = /* @__PURE__ */ createIcon('M5 12.5l4.5 4.5L19 7.5')
export const TrashIcon = /* @__PURE__ */ createIcon(
  'M4 6.5h16M9.5 6.5v-3h5v3M6 6.5l1 14h10l1-14M10 10.5v6M14 10.5v6',
)
export const PhotoIcon = /* @__PURE__ */ createIcon('M4 5h16v14H4zM4 16l4.5-4.5 3.5 3.5 3-3 5 5M15.5 9.5h.01')
export const CameraIcon = /* @__PURE__ */ createIcon(
  'M3.5 8h4L9 5.5h6L16.5 8h4v11h-17zM12 16.5a3.5 3.5 0 100-7 3.5 3.5 0 000 7z',
)

export const LogoutIcon = /* @__PURE__ */ createIcon(
  'M10.5 4H6a2 2 0 00-2 2v12a2 2 0 002 2h4.5M10 12h10.5M16.5 8l4 4-4 4',
)
export const TrayIcon = /* @__PURE__ */ createIcon(
  'M4 13.5L6.5 5h11L20 13.5V19H4zM4 13.5h4.5c0 2 1.5 3 3.5 3s3.5-1 3.5-3H20',
)
export const InfoIcon = /* @__PURE__ */ createIcon(
  'M12 20.5a8.5 8.5 0 100-17 8.5 8.5 0 000 17zM12 11.5V16M12 8h.01',
)
export const MailIcon = /* @__PURE__ */ createIcon('M3.5 5.5h17v13h-17zM4 6.5l8 6.5 8-6.5')
export const TagIcon = /* @__PURE__ */ createIcon('M4 4h8l8.5 8.5-8 8L4 12zM8 8h.01')
export const BellIcon = /* @__PURE__ */ createIcon('M6 16.5V11a6 6 0 0112 0v5.5l1.5 2h-15zM10 21h4M12 5V3')
export const SendIcon = /* @__PURE__ */ createIcon('M20.5 3.5L3.5 10l7 3.5 3.5 7zM10.5 13.5l4.5-4.5')
export const ListIcon = /* @__PURE__ */ createIcon(
  'M9 6.5h11M9 12h11M9 17.5h11M4.5 6.5h.01M4.5 12h.01M4.5 17.5h.01',
)
export const EyeIcon = /* @__PURE__ */ createIcon(
  'M2.5 12C4.6 8 8 5.5 12 5.5S19.4 8 21.5 12c-2.1 4-5.5 6.5-9.5 6.5S4.6 16 2.5 12zM12 15a3 3 0 100-6 3 3 0 000 6z',
)
export const EyeOffIcon = /* @__PURE__ */ createIcon(
  'M4 4l16 16M9.9 5.8A9 9 0 0112 5.5c4 0 7.4 2.5 9.5 6.5a14.6 14.6 0 01-2.9 3.8M6.4 7.3A14 14 0 002.5 12c2.1 4 5.5 6.5 9.5 6.5a9.3 9.3 0 004.6-1.3M9.9 9.9a3 3 0 004.2 4.2',
)

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

export function AppleIcon(props: IconProps) {
  return (
    <IconFrame {...props}>
      <path
        fill="currentColor"
        d="M12 8c-1-.5-2-1-3.2-1C6 7 4.5 9.3 4.5 12.2c0 3.8 2.5 8.3 5 8.3 1 0 1.5-.6 2.7-.6s1.6.6 2.7.6c1.8 0 3.5-2.3 4.3-4.7-3.2-1.3-3.4-5.6-.4-7C17.9 7.5 16.5 7 15.2 7 14 7 13 7.5 12 8z"
      />
      <path d="M12 5c.2-1.5 1.2-2.6 2.7-3" />
    </IconFrame>
  )
}

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
