import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import sharp from 'sharp'

/** The fonts in the order in which a letter is looked for: the app's own, one for Greek and Cyrillic, and two that run to the left. */
export const TITLE_FONTS = 'Bricolage Grotesque, Manrope, Noto Sans Arabic, Noto Sans Hebrew, ExtraBold'
export const TEXT_FONTS = 'Manrope, Noto Sans Arabic, Noto Sans Hebrew, Bold'

const FOLDERS = [
  ['bricolage-grotesque', '800ExtraBold'],
  ['manrope', '800ExtraBold'],
  ['manrope', '700Bold'],
  ['noto-sans-arabic', '800ExtraBold'],
  ['noto-sans-arabic', '700Bold'],
  ['noto-sans-hebrew', '800ExtraBold'],
  ['noto-sans-hebrew', '700Bold'],
] as const

/** These fonts and no others, the same card on every machine. Before the first text: fontconfig reads its file once. */
export async function loadCardFonts(): Promise<void> {
  const { resolve } = createRequire(import.meta.url)
  const folders = FOLDERS.map(([family, weight]) =>
    join(dirname(resolve(`@expo-google-fonts/${family}/package.json`)), weight),
  )
  const dir = mkdtempSync(join(tmpdir(), 'card-fonts-'))
  const file = join(dir, 'fonts.conf')
  const list = folders.map((folder) => `<dir>${folder}</dir>`).join('')
  writeFileSync(file, `<?xml version="1.0"?><fontconfig>${list}<cachedir>${dir}</cachedir></fontconfig>`)
  process.env['FONTCONFIG_FILE'] = file
  try {
    await sharp({ text: { text: '.', font: TITLE_FONTS } }).toBuffer()
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}
