import { createIcon } from '@/client/design-system/icons/icon-frame'

// The icons of forms: see `icons`.

export const MinusIcon = /* @__PURE__ */ createIcon('M5 12h14')
export const CheckIcon = /* @__PURE__ */ createIcon('M5 12.5l4.5 4.5L19 7.5')
export const TrashIcon = /* @__PURE__ */ createIcon(
  'M4 6.5h16M9.5 6.5v-3h5v3M6 6.5l1 14h10l1-14M10 10.5v6M14 10.5v6',
)
export const PhotoIcon = /* @__PURE__ */ createIcon('M4 5h16v14H4zM4 16l4.5-4.5 3.5 3.5 3-3 5 5M15.5 9.5h.01')
export const CameraIcon = /* @__PURE__ */ createIcon(
  'M3.5 8h4L9 5.5h6L16.5 8h4v11h-17zM12 16.5a3.5 3.5 0 100-7 3.5 3.5 0 000 7z',
)
