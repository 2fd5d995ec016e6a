import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { drawSharePicture, sharePictureOf } from './draw-share-picture.server'
import { measureText, outlineOf } from './lettering.server'
import { pictureVersion } from './picture-version.server'

const lind = { name: 'Lind Städ & Hem', category: 'cleaning', area: 'Älvsjö' }

/** How many pixels of a part of the picture are the colour of the name. */
async function lightPixels(picture: Buffer, part: { left: number; top: number; width: number; height: number }) {
  const { data, info } = await sharp(picture).removeAlpha().extract(part).raw().toBuffer({ resolveWithObject: true })
  let light = 0
  for (let at = 0; at < data.length; at += info.channels) {
    if ((data[at] ?? 0) > 240 && (data[at + 1] ?? 0) > 235 && (data[at + 2] ?? 0) > 225) light++
  }
  return light
}

describe('the picture', () => {
  test('is what shared links expect, and not heavy', async () => {
    const picture = await drawSharePicture(lind)
    expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
    expect(picture.length).toBeLessThan(200_000)
  })

  test('has the name in the sky, with the letters the machine has no font for', async () => {
    const sky = { left: 64, top: 130, width: 1072, height: 90 }
    const named = await lightPixels(await drawSharePicture(lind), sky)
    const empty = await lightPixels(await drawSharePicture({ ...lind, name: '犬' }), sky)
    expect(named).toBeGreaterThan(5_000)
    expect(empty).toBe(0)
  })

  test.each([
    'X',
    'W'.repeat(200),
    'Trädgårdsanläggningar och snöröjning i södra Stockholms alla småhusområden AB',
    '<script>alert(1)</script> & "citat"',
    '🐕 Hund',
    'Łukasz Şahin Ñandú',
  ])('holds a company called %s within its edges', async (name) => {
    const picture = await drawSharePicture({ ...lind, name })
    expect(await lightPixels(picture, { left: 1140, top: 0, width: 60, height: 340 })).toBe(0)
  })
})

test('letters of our neighbours have outlines, and one we lack takes no room', () => {
  expect(measureText('Łukasz', 100)).toBeGreaterThan(measureText('ukasz', 100))
  expect(measureText('犬', 100)).toBe(0)
  expect(outlineOf('犬', 0, 0, 100)).toBe('')
})

describe('the version', () => {
  test('changes with what is shown, and with nothing else', () => {
    const version = pictureVersion(lind)
    expect(pictureVersion({ ...lind })).toBe(version)
    expect(pictureVersion({ ...lind, name: 'Lind' })).not.toBe(version)
    expect(pictureVersion({ ...lind, category: 'dog' })).not.toBe(version)
    expect(pictureVersion({ ...lind, area: 'Solberga' })).not.toBe(version)
  })

  test('is drawn once, however many ask', async () => {
    const [one, two] = await Promise.all([sharePictureOf(lind), sharePictureOf({ ...lind })])
    expect(one.subarray(1, 4).toString()).toBe('PNG')
    expect(one).toBe(two)
  })
})
