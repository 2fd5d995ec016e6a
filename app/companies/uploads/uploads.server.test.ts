import sharp from 'sharp'
import { expect, test } from 'vitest'
import { FilesUnavailable, parseFileName } from '~/platform/files/files.server'
import { silentLog } from '~/platform/log.server'
import { useHouse } from '../../../test/support/house'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import { pngOfSize, twoColours } from '../../../test/support/pictures'
import { asWebp, drawAnew, sentPicture } from './draw-anew.server'
import { forgetFile, keepFile } from './kept-files.server'

const house = useHouse()

const draw = (picture: Uint8Array) =>
  drawAnew(
    picture,
    {
      crop: { zoom: 1, x: 50, y: 100 },
      ratio: 1,
      smallestSide: 20,
      failure: 'Nej',
      draw: (part) => asWebp(part, 20, 20, 80),
    },
    silentLog,
  )

test.each([
  ['five million bytes, which are read, are no picture', Buffer.alloc(5_000_000, 'x'), 'Filen är ingen bild'],
  ['five million and one bytes are too many', Buffer.alloc(5_000_001, 'x'), 'större än 5 MB'],
  ['forty million pixels are decoded, and some are missing', pngOfSize(8000, 5000), 'filen är trasig'],
  ['one row over forty million pixels is too much', pngOfSize(8000, 5001), '40 miljoner bildpunkter'],
  ['a side of 19 pixels is too short', pngOfSize(19, 40), 'minst 20 × 20'],
])('an upload at or over a limit is refused with its reason: %s', async (_, picture, said) => {
  expect(refusalFrom(await draw(picture)).fields.picture).toContain(said)
})

test('a picture with the smallest allowed side is accepted', async () => {
  expect((await drawn(20)).subarray(0, 4).toString()).toBe('RIFF')
})

test('an animated picture is reduced to its first frame', async () => {
  const still = (background: string) =>
    sharp({ create: { width: 40, height: 40, channels: 3, background } })
      .png()
      .toBuffer()
  const moving = await sharp([await still('#ff0000'), await still('#0000ff')], { join: { animated: true } })
    .webp({ loop: 0, delay: [100, 100] })
    .toBuffer()
  expect((await sharp(moving).metadata()).pages).toBe(2)
  const { dominant } = await sharp(valueFrom(await draw(moving))).stats()
  expect([dominant.r > 200, dominant.b < 50]).toEqual([true, true])
})

const drawn = async (side: number) => valueFrom(await draw(await twoColours(side, side)))

test('the picture field of a form is read if it is a file, and a text in it is ignored', async () => {
  const form = new FormData()
  expect(await sentPicture(form)).toEqual(new Uint8Array())
  form.set('picture', 'a text')
  expect(await sentPicture(form)).toEqual(new Uint8Array())
  form.set('picture', new File(['abc'], 'a.jpg'))
  expect(await sentPicture(form)).toEqual(new Uint8Array([97, 98, 99]))
})

test('a stored file is served until it is deleted, and deleting anything but its address does nothing', async () => {
  const address = valueFrom(await keepFile(house, await drawn(30), 'Nej'))
  const name = parseFileName(address.replace('/files/', ''))
  const isThere = async () => name !== null && (await house.files.get(name)) !== null
  expect(await isThere()).toBe(true)
  for (const other of [null, '', name, `https://evil.test${address}`, '/files/../etc/passwd']) {
    expect(await forgetFile(house, other)).toBe(true)
  }
  expect(await isThere()).toBe(true)
  expect([await forgetFile(house, address), await isThere()]).toEqual([true, false])
  expect(await forgetFile(house, address)).toBe(true)
})

test('a storage failure is answered as a refusal when storing, and as false when deleting', async () => {
  const address = valueFrom(await keepFile(house, await drawn(30), 'Nej'))
  const failing = (error: Error) => ({
    log: silentLog,
    files: { ...house.files, put: () => Promise.reject(error), remove: () => Promise.reject(error) },
  })
  const away = failing(new FilesUnavailable('down'))
  expect(refusalFrom(await keepFile(away, new Uint8Array([1]), 'Nej'))).toMatchObject({
    title: 'Nej',
    message: 'Bilden går inte att spara just nu. Försök igen om några minuter.',
  })
  expect(await forgetFile(away, address)).toBe(false)
  // A programming error is thrown, not answered as a refusal to try again.
  await expect(keepFile(failing(new TypeError('ours')), new Uint8Array([1]), 'Nej')).rejects.toThrow('ours')
})
