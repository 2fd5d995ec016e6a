import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { silentLog } from '~/platform/log.server'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import { heic, html, pngOfSize, svgWithScript, twoColours, withGps } from '../../../test/support/pictures'
import { centred } from '../uploads/crop'
import { makePhoto } from './make-photo.server'

const made = async (picture: Uint8Array, crop = centred) => valueFrom(await makePhoto(picture, crop, silentLog))
const sizeOf = async (picture: Uint8Array) => {
  const { format, width, height } = await sharp(picture).metadata()
  return `${format} ${width} × ${height}`
}

test.each([
  ['a landscape picture of a phone', 4032, 3024, 'webp 1280 × 960', 'webp 640 × 480'],
  ['an upright picture of a phone, cropped to its middle', 1500, 2000, 'webp 1280 × 960', 'webp 640 × 480'],
  ['a small picture, which is not enlarged', 400, 300, 'webp 400 × 300', 'webp 400 × 300'],
  ['a wide picture', 2000, 300, 'webp 400 × 300', 'webp 400 × 300'],
])('a photo is made in one size for the page and one for the card: %s', async (_, width, height, page, card) => {
  const photo = await made(await twoColours(width, height, 'jpeg'))
  expect([await sizeOf(photo.page), await sizeOf(photo.card)]).toEqual([page, card])
})

test('the chosen part is cut out in both sizes', async () => {
  const photo = await made(await twoColours(3000, 1000), { zoom: 1, x: 100, y: 50 })
  for (const file of [photo.page, photo.card]) {
    const { dominant } = await sharp(file).stats()
    expect(dominant.b).toBeGreaterThan(dominant.r)
  }
})

test('transparency becomes white', async () => {
  const clear = await sharp({ create: { width: 400, height: 300, channels: 4, background: '#00000000' } })
    .png()
    .toBuffer()
  const { page } = await made(clear)
  const { isOpaque, dominant } = await sharp(page).stats()
  expect([isOpaque, dominant.r > 240]).toEqual([true, true])
})

test('all metadata and appended data is removed: EXIF, GPS position, camera and HTML', async () => {
  const sent = Buffer.concat([await withGps(), html])
  const { page, card } = await made(sent)
  for (const file of [page, card]) {
    const { exif, icc, xmp, iptc } = await sharp(file).metadata()
    expect({ exif, icc, xmp, iptc }).toEqual({ exif: undefined, icc: undefined, xmp: undefined, iptc: undefined })
    for (const trace of ['HemligKamera', 'EXIF', '<script>']) expect(Buffer.from(file).includes(trace)).toBe(false)
  }
})

describe('makePhoto refuses', () => {
  test.each([
    ['an empty file', Buffer.alloc(0), 'Välj en bild'],
    ['HTML', html, 'Filen är ingen bild'],
    ['an SVG with a script', svgWithScript, 'Filen är ingen bild'],
    ['a HEIC', heic, 'HEIC kan vi inte läsa'],
    ['a file of 20 MB', Buffer.alloc(20_000_000, 'x'), 'större än 5 MB'],
    ['a PNG that claims 30 000 x 30 000 pixels', pngOfSize(30_000, 30_000), '40 miljoner bildpunkter'],
    ['only the first bytes of a JPEG', Buffer.from('\xff\xd8\xff\xe0', 'latin1'), 'filen är trasig'],
  ])('%s', async (_, picture, message) => {
    expect(refusalFrom(await makePhoto(picture, centred, silentLog)).fields.picture).toContain(message)
  })

  test('a picture that is smaller than 300 × 300', async () => {
    const refusal = refusalFrom(await makePhoto(await twoColours(299, 400), centred, silentLog))
    expect(refusal.fields.picture).toContain('minst 300 × 300')
  })
})
