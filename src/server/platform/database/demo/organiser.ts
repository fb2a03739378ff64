import { randomUUID } from 'node:crypto'
import { slugOf } from '@/domain/text/slug'
import { photoColumns } from '@/server/platform/database/events/photo-columns'
import type { StoredPhoto } from '@/server/platform/photos/stores/store'
import { SITE } from '@/site/site'
import { atSeconds } from '../client'
import type { Queryable } from '../client'
import { organisers, users } from '../schema'

/** Nobody can sign in to the account: it has no password, and its address no mailbox. */
export const DEMO_ORGANISER_EMAIL = 'mare-viva@guide.example'

const NAME = 'Escola de Surf Maré Viva'

/** Stores the account that the demonstration shows as an organiser, and returns its id. `photo`: one of its events'. */
export async function storeDemoOrganiser(
  tx: Queryable,
  photo: StoredPhoto | undefined,
  nowSeconds: number,
): Promise<string> {
  const at = { createdAt: atSeconds(nowSeconds), updatedAt: atSeconds(nowSeconds) }
  const userId = randomUUID()
  await tx.insert(users).values({ id: userId, email: DEMO_ORGANISER_EMAIL, name: NAME, ...at })
  await tx.insert(organisers).values({
    id: randomUUID(),
    userId,
    slug: slugOf(NAME),
    name: NAME,
    texts: {
      en: `A small surf school in ${SITE.village}. We take people of every age to the wave that suits them, in groups of eight at most, all year round.`,
      pt: `Uma pequena escola de surf em ${SITE.village}. Levamos pessoas de todas as idades à onda certa para cada uma, em grupos de oito no máximo, todo o ano.`,
    },
    links: [{ type: 'instagram', data: 'https://www.instagram.com/ericeira.events' }],
    ...(photo && photoColumns(photo)),
    ...at,
  })
  return userId
}
