import * as actions from '@/client/design-system/theme/recipes/actions'
import { dateBlock, eventCard } from '@/client/design-system/theme/recipes/event-card'
import { checkbox, combobox, field, fileUpload, input } from '@/client/design-system/theme/recipes/forms'
import { collapsible, dialog, tabs, tooltip } from '@/client/design-system/theme/recipes/overlays'
import { banner, card, emptyState, prose, skeleton } from '@/client/design-system/theme/recipes/surfaces'

/** Every recipe of the app. Panda writes the CSS of those that the code calls, and of no other. */
export const recipes = { ...actions, card, input, prose, skeleton }

export const slotRecipes = {
  banner,
  checkbox,
  collapsible,
  combobox,
  dateBlock,
  dialog,
  emptyState,
  eventCard,
  field,
  fileUpload,
  tabs,
  tooltip,
}
