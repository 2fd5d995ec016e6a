import sharp from 'sharp'
import { categoryLabel } from '~/companies/public'
import { fitText } from './fit-text'
import { measureText, outlineOf } from './lettering.server'
import { type Pictured, pictureVersion } from './picture-version.server'
import street from './pictures/share-street.png?inline'

const width = 1200
const height = 630
const margin = 64
const paper = '#fbf7ef'
const lamp = '#f5b83d'

const name = { top: 132, width: width - 2 * margin, lines: 2, sizes: [92, 80, 68, 58, 48] }
const trade = { width: width - 2 * margin, lines: 1, sizes: [38, 32] }

/** The preview picture of a shared company link: the company's name in the sky over our street. */
export async function drawSharePicture(company: Pictured): Promise<Buffer> {
  const letters = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${lettersOf(company)}</svg>`
  return sharp(bytesOf(street))
    .composite([{ input: Buffer.from(letters) }])
    .png()
    .toBuffer()
}

function lettersOf(company: Pictured): string {
  const { size, lines } = fitText(company.name, measureText, name)
  const heading = lines.map((line, index) => outlineOf(line, margin, name.top + size * (0.8 + 1.06 * index), size))
  const end = name.top + size * (0.8 + 1.06 * Math.max(0, lines.length - 1))
  const below = fitText(tradeOf(company), measureText, trade)
  const line = outlineOf(below.lines.join(' '), margin, end + 68, below.size)
  return `<path fill="${paper}" d="${heading.join('')}"/><path fill="${lamp}" d="${line}"/>`
}

/** For example "Städning i Älvsjö". */
function tradeOf({ category, area }: Pictured): string {
  const label = category === 'other' ? 'Lokalt företag' : categoryLabel(category)
  return area ? `${label} i ${area}` : label
}

function bytesOf(dataUrl: string): Buffer {
  return Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')
}

/** Cache of at most some ten megabytes. */
export const sharePictureOf = keepingSome(100, drawSharePicture)

/** Caches by content, so that repeated requests cannot make us draw the same picture again. Evicts the oldest. */
export function keepingSome(most: number, draw: (company: Pictured) => Promise<Buffer>) {
  const kept = new Map<string, Promise<Buffer>>()
  return (company: Pictured): Promise<Buffer> => {
    const key = pictureVersion(company)
    const known = kept.get(key)
    if (known) return known
    const drawn = draw(company)
    kept.set(key, drawn)
    drawn.catch(() => kept.delete(key))
    for (const oldest of [...kept.keys()].slice(0, -most)) kept.delete(oldest)
    return drawn
  }
}
