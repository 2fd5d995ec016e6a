import { inflateSync } from 'node:zlib'

/**
 * Extracts the text of a PDF by the specification, without code of the product: pieces of lines, in drawing order.
 * Throws on a character that the font lacks, which would print as a box.
 */
export function wordsOn(pdf: Buffer): string[] {
  const objects = new Map(
    [...pdf.toString('latin1').matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)].map(([, id = '', body = '']) => [
      id,
      body,
    ]),
  )
  const object = (id: string | undefined) => objects.get(id ?? '') ?? ''
  const fonts = new Map<string, Map<string, string>>()
  for (const body of objects.values()) {
    for (const [, name = '', font] of body.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      fonts.set(name, lettersOf(streamIn(object(/\/ToUnicode (\d+)/.exec(object(font))?.[1]))))
    }
  }
  const pages = [...objects.values()].filter((body) => /\/Type \/Page\b/.test(body))
  return pages.flatMap((page) => {
    const drawn = streamIn(object(/\/Contents (\d+)/.exec(page)?.[1]))
    return [...drawn.matchAll(/\/(F\d+) [\d.]+ Tf\n(.*) TJ/g)].map(([, font = '', glyphs = '']) =>
      [...glyphs.matchAll(/<(\w+)>/g)]
        .flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
        .map((glyph) => fonts.get(font)?.get(glyph) ?? fault(`a letter that ${font} does not have`))
        .join('')
        .trim(),
    )
  })
}

const streamIn = (body: string) =>
  inflateSync(
    Buffer.from(body.slice(body.indexOf('stream\n') + 7, body.lastIndexOf('\nendstream')), 'latin1'),
  ).toString('latin1')

/** Maps glyphs to characters. Glyph 0 of a font is the box for missing characters. */
function lettersOf(map: string): Map<string, string> {
  const letters = new Map<string, string>()
  for (const [, from = '', list = ''] of map.matchAll(/<(\w+)> <\w+> \[(.*?)\]/g)) {
    for (const [at, [, hex = '']] of [...list.matchAll(/<(\w+)>/g)].entries()) {
      const letter = String.fromCharCode(...(hex.match(/.{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16)))
      const glyph = (Number.parseInt(from, 16) + at).toString(16).padStart(4, '0')
      if (glyph !== '0000') letters.set(glyph, letter)
    }
  }
  return letters
}

function fault(words: string): never {
  throw new Error(words)
}
