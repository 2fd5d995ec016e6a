import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { silentLog } from '~/platform/log.server'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import {
  heic,
  html,
  pngOfSize,
  svgWithScript,
  twoColours,
  withGps,
  withStatedSize,
} from '../../../test/support/pictures'
import { type Crop, centred } from '../uploads/crop'
import { makeLogo } from './make-logo.server'

const logoOf = (picture: Uint8Array, crop: Crop = centred) => makeLogo(picture, crop, silentLog)

const messageFor = async (picture: Uint8Array) => refusalFrom(await logoOf(picture)).fields.picture

async function colourOf(logo: Uint8Array): Promise<string> {
  const { dominant } = await sharp(logo).stats()
  return dominant.r > dominant.b ? 'red' : 'blue'
}

describe('making a logo', () => {
  test.each(['jpeg', 'png', 'webp'] as const)('turns %s into a square WebP of 512 pixels', async (kind) => {
    const logo = valueFrom(await logoOf(await twoColours(1200, 800, kind)))
    expect(await sharp(logo).metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 })
  })

  test('does not enlarge a small picture', async () => {
    const logo = valueFrom(await logoOf(await twoColours(90, 200)))
    expect(await sharp(logo).metadata()).toMatchObject({ width: 90, height: 90 })
  })

  test('cuts out the chosen square', async () => {
    const picture = await twoColours(1200, 400)
    expect(await colourOf(valueFrom(await logoOf(picture, { zoom: 1, x: 0, y: 50 })))).toBe('red')
    expect(await colourOf(valueFrom(await logoOf(picture, { zoom: 1, x: 100, y: 50 })))).toBe('blue')
    expect(await colourOf(valueFrom(await logoOf(picture, { zoom: 4, x: 100, y: 0 })))).toBe('blue')
  })

  test('applies the EXIF orientation before cutting', async () => {
    // EXIF orientation 6: the file's left side is the picture's top.
    const turned = await sharp(await twoColours(1200, 400, 'jpeg'))
      .withMetadata({ orientation: 6 })
      .toBuffer()
    expect(await colourOf(valueFrom(await logoOf(turned, { zoom: 1, x: 50, y: 0 })))).toBe('red')
    expect(await colourOf(valueFrom(await logoOf(turned, { zoom: 1, x: 50, y: 100 })))).toBe('blue')
  })

  test('keeps transparency', async () => {
    const clear = await sharp({ create: { width: 300, height: 300, channels: 4, background: '#00000000' } })
      .png()
      .toBuffer()
    const logo = valueFrom(await logoOf(clear))
    expect((await sharp(logo).stats()).isOpaque).toBe(false)
  })

  test('removes all metadata: EXIF, GPS position, camera and colour profile', async () => {
    const picture = await withGps()
    expect(picture.includes('HemligKamera')).toBe(true)
    const logo = Buffer.from(valueFrom(await logoOf(picture)))
    const { exif, icc, xmp, iptc } = await sharp(logo).metadata()
    expect({ exif, icc, xmp, iptc }).toEqual({ exif: undefined, icc: undefined, xmp: undefined, iptc: undefined })
    expect(logo.includes('HemligKamera')).toBe(false)
    expect(logo.includes('EXIF')).toBe(false)
  })

  test('removes what is appended to a polyglot picture file', async () => {
    const polyglot = Buffer.concat([await twoColours(300, 300, 'jpeg'), html])
    expect(Buffer.from(valueFrom(await logoOf(polyglot))).includes('<script>')).toBe(false)
  })
})

describe('makeLogo refuses', () => {
  test.each([
    ['an empty file', Buffer.alloc(0), 'Välj en bild'],
    ['HTML', html, 'Filen är ingen bild'],
    ['an SVG with a script', svgWithScript, 'Filen är ingen bild'],
    ['a GIF', Buffer.from('GIF89a\x01\0\x01\0'), 'Filen är ingen bild'],
    ['a HEIC', heic, 'HEIC kan vi inte läsa'],
    ['a file of 20 MB', Buffer.alloc(20_000_000, 'x'), 'större än 5 MB'],
    ['a PNG that claims 30 000 x 30 000 pixels', pngOfSize(30_000, 30_000), '40 miljoner bildpunkter'],
    ['a PNG that ends early', pngOfSize(300, 300), 'filen är trasig'],
    ['only the first bytes of a JPEG', Buffer.from('\xff\xd8\xff\xe0', 'latin1'), 'filen är trasig'],
    ['a file with only the header of a WebP', Buffer.from('RIFF\0\0\0\0WEBP<script>', 'latin1'), 'filen är trasig'],
  ])('%s', async (_, picture, message) => {
    expect(await messageFor(picture)).toContain(message)
  })

  test('a JPEG that states 30 000 x 30 000 pixels', async () => {
    const stated = withStatedSize(await twoColours(400, 400, 'jpeg'), 30_000, 30_000)
    expect(await messageFor(stated)).toContain('40 miljoner bildpunkter')
  })

  test('a JPEG that is cut off in the middle', async () => {
    const noisy = await sharp({
      create: {
        width: 900,
        height: 900,
        channels: 3,
        background: '#888',
        noise: { type: 'gaussian', mean: 128, sigma: 40 },
      },
    })
      .jpeg()
      .toBuffer()
    expect(await messageFor(noisy.subarray(0, noisy.length / 2))).toContain('filen är trasig')
  })

  test('a picture that is too small to be sharp', async () => {
    expect(await messageFor(await twoColours(63, 400))).toContain('för liten')
  })
})

test('memory grows by less than 400 MB for twelve large pictures at once', { tags: ['long'] }, async () => {
  const large = await sharp({ create: { width: 8000, height: 5000, channels: 3, background: '#335577' } })
    .jpeg({ progressive: true })
    .toBuffer()
  const bomb = pngOfSize(30_000, 30_000)
  const before = process.memoryUsage.rss()
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss())
  }, 5)
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => logoOf(index % 2 ? bomb : large, { zoom: 4, x: 100, y: 100 })),
  )
  clearInterval(watch)
  expect(answers.map(({ ok }) => ok)).toEqual(Array.from({ length: 12 }, (_, index) => index % 2 === 0))
  // The memory of decoding one picture of 40 megapixels. Decoding all twelve at once would take twelve times that.
  expect((peak - before) / 1_000_000).toBeLessThan(400)
})
