import { renderSVG } from 'uqr'

/** The address of an image, black on white in both themes: cameras expect it so. Level M survives a crease; the standard asks for the border. */
export function qrDataUrl(text: string): string {
  return `data:image/svg+xml,${encodeURIComponent(renderSVG(text, { ecc: 'M', border: 4 }))}`
}
