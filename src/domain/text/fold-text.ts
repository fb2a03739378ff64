/** Forgives case, accents and the curly apostrophe: "ribeira d'ilhas" finds "Ribeira d’Ilhas". */
export function foldText(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[’‘`´]/g, "'")
    .toLowerCase()
    .trim()
}

const SLUG_MAX = 80

/**
 * A name as it stands in an address: 'Ribeira d’Ilhas' is `ribeira-d-ilhas`, whatever its case and accents. Empty for a name without a Latin
 * letter or a digit.
 */
export function slugOf(name: string): string {
  const words = name
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
  return words
    .filter((word) => word !== '')
    .join('-')
    .slice(0, SLUG_MAX)
    .replace(/-$/, '')
}

export function isSlug(text: string): boolean {
  return text.length <= SLUG_MAX && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(text)
}
