import sharp from 'sharp'

/**
 * A photo as a phone's camera makes it: 9 MB by itself, more than 12 in the best `quality` and 4608 pixels wide. It is
 * stored lying on its side with an EXIF note that it stands upright, and with the place where it was taken. The upper
 * half of the upright image is red, the lower half blue.
 */
export async function phonePhoto({ quality = 97, width = 4032 } = {}): Promise<Buffer> {
  const height = (width * 3) / 4
  // Grain is what makes a photo large. Orientation 6 is turned a quarter clockwise: the stored left becomes the top.
  const pixels = Buffer.alloc(width * height * 3)
  let seed = 1
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff
      const grain = (seed >> 16) & 63
      const at = (y * width + x) * 3
      const isTop = x < width / 2
      pixels[at] = isTop ? 190 + grain : grain
      pixels[at + 1] = grain
      pixels[at + 2] = isTop ? grain : 190 + grain
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality, chromaSubsampling: '4:4:4' })
    .withExif({ IFD0: { Make: 'Phone' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '38/1 57/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .toBuffer()
}
