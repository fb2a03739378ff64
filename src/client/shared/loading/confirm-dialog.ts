import { lazyPart } from './lazy-part'

// Ark's dialog weighs more than most pages: it is loaded when something is asked.
export const ConfirmDialog = lazyPart(
  async () => (await import('@/client/design-system/overlays/confirm-dialog')).ConfirmDialog,
)
export const Dialog = lazyPart(async () => (await import('@/client/design-system/overlays/dialog')).Dialog)
