import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const COMPRESSIBLE = /\.(js|css|html|svg|json|webmanifest|txt)$/

/** Writes a `.br` (brotli 11) and a `.gz` beside every text file, so that the server never compresses a file twice. */
export async function precompress(dir: string): Promise<void> {
  const names = await readdir(dir, { recursive: true, withFileTypes: true })
  const files = names.filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))
  for (const entry of files) {
    const path = join(entry.parentPath, entry.name)
    const bytes = await readFile(path)
    const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
    await Promise.all([
      promisify(brotliCompress)(bytes, options).then((small) => writeFile(`${path}.br`, small)),
      promisify(gzip)(bytes, { level: 9 }).then((small) => writeFile(`${path}.gz`, small)),
    ])
  }
}
