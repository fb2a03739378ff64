import { createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Database } from './client'
import { SECRETS_LOCK, SERVER_LOCK } from './client'
import { serverSecrets } from './schema'

/** Its message is for the person who started the server. */
export class OtherSecretsError extends Error {
  override name = 'OtherSecretsError'
}

/** Each would refuse what another has signed. Under the server's own lock; throws OtherSecretsError while others run with others. */
export async function agreeOnSecrets(db: Database, secrets: Readonly<Record<string, string>>): Promise<void> {
  const own = Object.entries(secrets).map(([name, secret]) => ({
    name,
    fingerprint: fingerprintOf(name, secret),
  }))
  await db.transaction(async (tx) => {
    // When two start at once, the second sees what the first has written.
    await tx.execute(sql`select pg_advisory_xact_lock(${SECRETS_LOCK})`)
    const known = new Map(
      (await tx.select().from(serverSecrets)).map(({ name, fingerprint }) => [name, fingerprint]),
    )
    const other = own.find(({ name, fingerprint }) => (known.get(name) ?? fingerprint) !== fingerprint)
    if (other !== undefined) {
      const { rows } = await tx.execute<{ running: number }>(sql`
        select count(*)::int as running from pg_locks
        where locktype = 'advisory' and objid = ${SERVER_LOCK} and granted
          and database = (select oid from pg_database where datname = current_database())`)
      if ((rows[0]?.running ?? 0) > 1)
        throw new OtherSecretsError(
          `${other.name} is not that of the servers that run on this database: give all of them the same.`,
        )
    }
    await tx
      .insert(serverSecrets)
      .values(own)
      .onConflictDoUpdate({ target: serverSecrets.name, set: { fingerprint: sql`excluded.fingerprint` } })
  })
}

function fingerprintOf(name: string, secret: string): string {
  return createHmac('sha256', secret).update(`fingerprint of ${name}`).digest('base64url')
}
