import { createIcon } from '@/client/design-system/icons/icon-frame'

// The icons of accounts, messages and the back office: see `icons`.

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
