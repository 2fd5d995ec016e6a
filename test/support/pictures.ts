import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** Pictures as people and attackers send them. */

/** Red on the left, blue on the right, so that a crop can be told by its colour. */
export async function twoColours(
  width: number,
  height: number,
  kind: 'jpeg' | 'png' | 'webp' = 'png',
): Promise<Buffer> {
  const blue = { create: { width: Math.floor(width / 2), height, channels: 3 as const, background: '#0000ff' } }
  return sharp({ create: { width, height, channels: 3, background: '#ff0000' } })
    .composite([{ input: blue, gravity: 'east' }])
    .toFormat(kind)
    .toBuffer()
}

export async function withGps(): Promise<Buffer> {
  return sharp({ create: { width: 800, height: 600, channels: 3, background: '#228844' } })
    .jpeg()
    .withExif({
      IFD0: { Make: 'HemligKamera', Copyright: 'Siv Svensson' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '59/1 16/1 43/1', GPSLongitudeRef: 'E', GPSLongitude: '18/1 0/1 33/1' },
    })
    .toBuffer()
}

/** A PNG whose header states far more pixels than follow (decompression bomb). */
export function pngOfSize(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const chunks = [chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.alloc(1000))), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks])
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), content])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** The JPEG with another size written in its frame header. */
export function withStatedSize(jpeg: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(jpeg)
  const frame = changed.indexOf(Buffer.from([0xff, 0xc0]))
  changed.writeUInt16BE(height, frame + 5)
  changed.writeUInt16BE(width, frame + 7)
  return changed
}

export const heic = Buffer.concat([
  Buffer.from([0, 0, 0, 0x18]),
  Buffer.from('ftypheic\0\0\0\0mif1heic', 'latin1'),
  Buffer.alloc(500),
])
export const svgWithScript = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="300"><script>alert(1)</script><rect width="300" height="300"/></svg>',
)
export const html = Buffer.from('<!doctype html><script>alert(document.cookie)</script>')
