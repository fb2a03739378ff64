// The program of the process in which cards are rendered: their titles are anonymous texts. `card-renderer` starts it.

import sharp from 'sharp'
import { serveTasks } from '@/server/platform/task-process/task-program'
import type { Card, RenderedCard } from './card'
import { loadCardFonts } from './card-fonts'
import { renderCard } from './render-card'

sharp.cache(false)
await loadCardFonts()
serveTasks<Card, RenderedCard>(async (card, { reply }) => reply(await renderCard(card)))
