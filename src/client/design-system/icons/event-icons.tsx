import { createIcon } from '@/client/design-system/icons/icon-frame'

// The icons of an event's page: see `icons`.

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
