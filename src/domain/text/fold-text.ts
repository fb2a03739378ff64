/** Forgives case, accents and the curly apostrophe: "ribeira d'ilhas" finds "Ribeira d’Ilhas". */
export function foldText(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[’‘`´]/g, "'")
    .toLowerCase()
    .trim()
}
