import { createIcon } from '@/client/design-system/icons/icon-frame'

// These icons are made for the app on a 24 px grid, and are those of the first load. What only later pages show is in files of its own,
// because a module is never divided between chunks.

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
