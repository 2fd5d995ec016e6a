import opentype, { type Font } from 'opentype.js'
import latinFile from '~/ui/fonts/schibsted-grotesk-600-latin.woff?inline'
import latinExtendedFile from '~/ui/fonts/schibsted-grotesk-600-latin-ext.woff?inline'

/* Text as outlines, since a bare server has no fonts and the picture must look the same everywhere. The second font
   file has the letters of neighbouring languages: "Łukasz", "Şahin". */

/** Tight, like the pages' headings. Relative to the font size. */
const spacing = { letterSpacing: -0.02 }

let opened: Font[] | null = null

/** Loaded lazily, when the first company is shared: parsing takes some 20 ms. */
function fonts(): Font[] {
  opened ??= [latinFile, latinExtendedFile].map((file) => {
    const bytes = Buffer.from(file.slice(file.indexOf(',') + 1), 'base64')
    return opentype.parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length))
  })
  return opened
}

export function measureText(text: string, size: number): number {
  return runsOf(text).reduce((width, run) => width + run.font.getAdvanceWidth(run.text, size, spacing), 0)
}

/** The outline of a text whose baseline starts at (x, y), for the `d` attribute of a path. */
export function outlineOf(text: string, x: number, y: number, size: number): string {
  let at = x
  return runsOf(text)
    .map((run) => {
      const path = run.font.getPath(run.text, at, y, size, spacing).toPathData(1)
      at += run.font.getAdvanceWidth(run.text, size, spacing)
      return path
    })
    .join('')
}

/** Splits a text into runs by font. A character that no font has is left out instead of drawn as a box. */
function runsOf(text: string): { font: Font; text: string }[] {
  const runs: { font: Font; text: string }[] = []
  for (const letter of text.normalize('NFC')) {
    const font = fonts().find((one) => one.charToGlyphIndex(letter) > 0)
    if (!font) continue
    const last = runs.at(-1)
    if (last?.font === font) last.text += letter
    else runs.push({ font, text: letter })
  }
  return runs
}
