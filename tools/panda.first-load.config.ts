import { defineConfig } from '@pandacss/dev'
import { firstLoadVariants } from '@/client/ui/theme/recipes/register'
import everything from '../panda.config'

/** Sources whose looks wait for their route: their styles are in later.css only. Whatever is not named is in theme.css. */
const LATER = [
  './src/client/features/!(home|events|not-found)/**',
  './src/client/kit/event-form/**',
  './src/client/kit/{photo-field,place-field,place-field-position,tag-picker}.tsx',
  './src/client/ui/{collapsible,confirm-dialog,dialog,tooltip}.tsx',
]

export default defineConfig({
  ...everything,
  exclude: [...(everything.exclude ?? []), ...LATER],
  staticCss: firstLoadVariants,
})
