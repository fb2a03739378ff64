import { createIcon } from '@/client/design-system/icons/icon-frame'

/**
 * Google's sign in the strokes of our own icons. It has a module of its own: the others are in every page's footer, and
 * this one on two pages.
 */
export const GoogleIcon = /* @__PURE__ */ createIcon('M20 12h-8M20 12a8 8 0 11-2.6-5.9')
