import { createHmac } from 'node:crypto'
import type { ClientBase } from 'pg'
import { SECRETS_LOCK } from './client'

/** Its message is for the person who started the server. */
export class OtherSecretsError extends Error {
  override name = 'OtherSecretsError'
}

/**
 * Servers with different secrets would refuse what the others have signed. Each holds, for as long as its connection lasts, a
 * shared lock whose key is a fingerprint of the secret: where another key is held, another secret is in use.
 */
export async function agreeOnSecrets(client: ClientBase, secrets: Record<string, string>): Promise<void> {
  for (const [index, [name, secret]] of Object.entries(secrets).entries()) {
    const lock = SECRETS_LOCK + index
    const fingerprint = createHmac('sha256', secret).update(name).digest().readUInt32BE() >>> 1
    await client.query('select pg_advisory_lock_shared($1, $2)', [lock, fingerprint])
    const { rowCount } = await client.query(
      `select 1 from pg_locks where locktype = 'advisory' and classid = $1::bigint and objid <> $2::bigint
        and database = (select oid from pg_database where datname = current_database())`,
      [lock, fingerprint],
    )
    if (rowCount !== 0)
      throw new OtherSecretsError(
        `${name} is not that of the servers that run on this database: give all of them the same.`,
      )
  }
}
