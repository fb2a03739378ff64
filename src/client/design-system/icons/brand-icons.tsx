import { IconFrame, createIcon } from '@/client/design-system/icons/icon-frame'
import type { IconProps } from '@/client/design-system/icons/icon-frame'

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
