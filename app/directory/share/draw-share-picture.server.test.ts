import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { drawSharePicture, keepingSome, sharePictureOf } from './draw-share-picture.server'
import { measureText, outlineOf } from './lettering.server'
import { pictureVersion } from './picture-version.server'

const lind = { name: 'Lind Städ & Hem', category: 'cleaning', area: 'Älvsjö' }

type Part = { left: number; top: number; width: number; height: number }
type Colour = readonly [red: number, green: number, blue: number]
const ofTheName: Colour = [251, 247, 239]
const ofTheTrade: Colour = [245, 184, 61]

/** Bounds and number of pixels of a colour within a part of the picture. */
async function drawnIn(picture: Buffer, part: Part, colour: Colour) {
  const { data, info } = await sharp(picture).removeAlpha().extract(part).raw().toBuffer({ resolveWithObject: true })
  const found = { left: Infinity, right: 0, bottom: 0, pixels: 0 }
  for (let at = 0; at < data.length; at += info.channels) {
    if (!colour.every((value, index) => Math.abs((data[at + index] ?? 0) - value) < 6)) continue
    const pixel = at / info.channels
    const [x, y] = [part.left + (pixel % part.width), part.top + Math.floor(pixel / part.width)]
    found.left = Math.min(found.left, x)
    found.right = Math.max(found.right, x)
    found.bottom = Math.max(found.bottom, y)
    found.pixels++
  }
  return found
}

/** The sky, below our own name. */
const sky = { left: 0, top: 110, width: 1200, height: 310 }
const name = (picture: Buffer, part: Part = sky) => drawnIn(picture, part, ofTheName)
const trade = (picture: Buffer) => drawnIn(picture, sky, ofTheTrade)

describe('the share picture', () => {
  test('is a PNG of 1200 by 630 pixels under 200 kB', async () => {
    const picture = await drawSharePicture(lind)
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
    expect(picture.length).toBeLessThan(200_000)
  })

  test('draws the name in the sky, and nothing for a letter without an outline', async () => {
    expect((await name(await drawSharePicture(lind))).pixels).toBeGreaterThan(5_000)
    expect((await name(await drawSharePicture({ ...lind, name: '犬' }))).pixels).toBe(0)
  })

  test.each([
    'X',
    'W'.repeat(200),
    'Trädgårdsanläggningar och snöröjning i södra Stockholms alla småhusområden AB',
    '<script>alert(1)</script> & "citat"',
    '🐕 Hund',
    'Łukasz Şahin Ñandú',
  ])('keeps a company called %s within its edges', async (name) => {
    const picture = await drawSharePicture({ ...lind, name })
    const edge = { left: 1140, top: 0, width: 60, height: 420 }
    for (const colour of [ofTheName, ofTheTrade]) expect((await drawnIn(picture, edge, colour)).pixels).toBe(0)
  })

  test('draws the name in the largest size that fits, from the margin, on one line or two', async () => {
    for (const size of [92, 80, 68, 58, 48]) {
      const most = Math.floor(1072 / (measureText('H'.repeat(20), size) / 20))
      const one = await name(await drawSharePicture({ ...lind, name: 'H'.repeat(most) }))
      expect([size, Math.abs(one.bottom - (132 + 0.8 * size)) < 3, one.left < 74, one.right > 1080]).toEqual([
        ...[size, true, true, true],
      ])
    }
    // Two lines, with half of the name on each.
    const two = await name(await drawSharePicture({ ...lind, name: `${'H'.repeat(16)} ${'H'.repeat(16)}` }))
    expect(Math.abs(two.bottom - (132 + 92 * 1.86))).toBeLessThan(3)
    // Never a third line: a name too long for two is cut, in the smallest size.
    const long = await name(await drawSharePicture({ ...lind, name: 'HUS '.repeat(50).trim() }))
    expect(Math.abs(long.bottom - (132 + 48 * 1.86))).toBeLessThan(3)
  })

  test('draws category and area below the name on one line, smaller or cut when long', async () => {
    const below = async (area: string | null, category = 'cleaning') =>
      trade(await drawSharePicture({ name: 'HH', category, area }))
    const ends = (text: string, size: number) => Math.round(64 + measureText(text, size))
    for (const [area, says, size] of [
      [null, 'Städning', 38],
      ['H', 'Städning i H', 38],
      ['H'.repeat(34), `Städning i ${'H'.repeat(34)}`, 32],
    ] as const) {
      const one = await below(area)
      expect(Math.abs(one.right - ends(says, size)), says).toBeLessThan(5)
      expect(Math.abs(one.bottom - (132 + 92 * 0.8 + 68) - 6)).toBeLessThan(6)
    }
    expect(Math.abs((await below(null, 'other')).right - ends('Lokalt företag', 38))).toBeLessThan(5)
    const cut = await below(`${'H'.repeat(40)} H`)
    expect([cut.left < 70, cut.right > 1080, cut.right <= 1136]).toEqual([true, true, true])
    // The line stands below the name's last line; descenders reach a few pixels further.
    const under = await trade(await drawSharePicture({ ...lind, name: `${'H'.repeat(16)} H` }))
    expect(Math.abs(under.bottom - (132 + 92 * 1.86 + 68) - 6)).toBeLessThan(6)
  })
})

test('measures letters of neighbouring languages, and gives a missing letter no width', () => {
  expect(measureText('Łukasz', 100)).toBeGreaterThan(measureText('ukasz', 100))
  for (const letter of 'AÅaå1&Łş') expect(measureText(letter, 100), letter).toBeGreaterThan(25)
  expect(measureText('犬', 100)).toBe(0)
  expect(outlineOf('犬', 0, 0, 100)).toBe('')
})

describe('the share picture’s version', () => {
  test('changes with the name, category and area, and with nothing else', () => {
    const version = pictureVersion(lind)
    expect(pictureVersion({ ...lind })).toBe(version)
    expect(pictureVersion({ ...lind, name: 'Lind' })).not.toBe(version)
    expect(pictureVersion({ ...lind, category: 'dog' })).not.toBe(version)
    expect(pictureVersion({ ...lind, area: 'Solberga' })).not.toBe(version)
  })

  test('is drawn once for concurrent requests', async () => {
    const [one, two] = await Promise.all([sharePictureOf(lind), sharePictureOf({ ...lind })])
    expect(one.subarray(1, 4).toString()).toBe('PNG')
    expect(one).toBe(two)
  })
})

test('the cache keeps the newest pictures (LRU), and draws a failed one again', async () => {
  const drawn: string[] = []
  const picture = keepingSome(2, async ({ name: called }) => {
    drawn.push(called)
    if (called === 'Fel') throw new Error('no paper')
    return Buffer.from(called)
  })
  const draw = (called: string) => picture({ ...lind, name: called })
  for (const called of ['A', 'B', 'A', 'C', 'B', 'A']) expect((await draw(called)).toString()).toBe(called)
  expect(drawn).toEqual(['A', 'B', 'C', 'A'])
  for (const _ of [1, 2]) await expect(draw('Fel')).rejects.toThrow('no paper')
  expect(drawn.slice(4)).toEqual(['Fel', 'Fel'])
})
