import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Writes `server.crt` and `server.key` of a day into a folder, and both as `guide.pem`, which HAProxy reads. */
export async function makeCertificate(dir: string): Promise<void> {
  const [certificate, key] = [join(dir, 'server.crt'), join(dir, 'server.key')]
  execFileSync(
    'openssl',
    [
      ...'req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=localhost -keyout'.split(' '),
      key,
      '-out',
      certificate,
    ],
    { stdio: 'pipe' },
  )
  await writeFile(
    join(dir, 'guide.pem'),
    (await readFile(certificate, 'utf8')) + (await readFile(key, 'utf8')),
  )
}
