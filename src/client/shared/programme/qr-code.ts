import { encode } from 'uqr'

/** A QR code as one SVG path of its dark modules, one unit each. Level M survives a crease; four light modules around it are what the standard asks for. */
export function qrPath(text: string) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const path = data.map((row, y) => rowPath(row, y)).join('')
  return { size, path }
}

function rowPath(row: readonly boolean[], y: number): string {
  let path = ''
  for (let x = 0; x < row.length; x++) {
    if (!row[x]) continue
    const end = row.indexOf(false, x)
    path += `M${x} ${y}h${end - x}v1H${x}z`
    x = end
  }
  return path
}

/** The QR code as the address of an image, black on white in both themes: cameras expect it so. */
export function qrDataUrl(text: string): string {
  const { size, path } = qrPath(text)
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
