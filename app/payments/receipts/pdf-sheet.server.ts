import PDFDocument from 'pdfkit'
import { PRODUCT_NAME } from '~/shared/product'
import textFile from '~/ui/fonts/schibsted-grotesk-400-latin.woff?inline'
import headingFile from '~/ui/fonts/schibsted-grotesk-600-latin.woff?inline'

/**
 * An A4 sheet in the product's look, for receipts and statements. Fonts are embedded, so å, ä and ö look the same
 * everywhere. Light colours of the screen are dark here, since the sheet is printed.
 */
const ink = '#14231D'
const soft = '#46564E'
const spruce = '#17513F'
const lamp = '#F5B83D'
const line = '#D9CFBC'

const page = { left: 56, right: 539, top: 56, bottom: 786 }
const width = page.right - page.left

const bytesOf = (file: string) => Buffer.from(file.slice(file.indexOf(',') + 1), 'base64')
let fonts: { text: Buffer; heading: Buffer } | null = null

export type Column = { title: string; width: number; align?: 'left' | 'right' }
export type Fact = [term: string, value: string]

export type Sheet = ReturnType<typeof openSheet>

/**
 * `writtenAt` is stored in the file instead of the current time, so that the same sheet gives the same bytes whenever
 * it is fetched.
 */
export function openSheet({ title, writtenAt, footer }: { title: string; writtenAt: Date; footer: string }) {
  fonts ??= { text: bytesOf(textFile), heading: bytesOf(headingFile) }
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: page.top, bottom: 16, left: page.left, right: 56 },
    lang: 'sv-SE',
    displayTitle: true,
    info: {
      Title: title,
      Author: PRODUCT_NAME,
      Creator: PRODUCT_NAME,
      Producer: PRODUCT_NAME,
      CreationDate: writtenAt,
    },
  })
  const chunks: Buffer[] = []
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  doc.registerFont('text', fonts.text)
  doc.registerFont('heading', fonts.heading)
  doc.on('pageAdded', () => drawFrame(doc, footer))
  drawFrame(doc, footer)
  let y = page.top + 64

  const text = (words: string, x: number, at: number, size = 10, options: PDFKit.Mixins.TextOptions = {}) =>
    doc.font('text').fontSize(size).fillColor(ink).text(words, x, at, options)

  const sheet = {
    heading(words: string, beside = '') {
      doc
        .font('heading')
        .fontSize(26)
        .fillColor(ink)
        .text(words, page.left, y, { width: width - 160 })
      if (beside)
        doc
          .font('heading')
          .fontSize(12)
          .fillColor(soft)
          .text(beside, page.right - 200, y + 12, { width: 200, align: 'right' })
      y = Math.max(doc.y, y + 36) + 16
    },
    /** Two columns of terms and values: sender and receiver. */
    facts(left: readonly Fact[], right: readonly Fact[]) {
      const ends = [left, right].map((facts, side) => {
        const x = page.left + side * (width / 2)
        let at = y
        for (const [term, value] of facts) {
          doc
            .font('text')
            .fontSize(8.5)
            .fillColor(soft)
            .text(term, x, at, { width: width / 2 - 24 })
          text(inOurLetters(value), x, doc.y + 1, 10.5, { width: width / 2 - 24 })
          at = doc.y + 9
        }
        return at
      })
      y = Math.max(...ends) + 14
    },
    table(columns: readonly Column[], rows: readonly (readonly string[])[]) {
      const head = () => {
        row(
          columns,
          columns.map(({ title: name }) => name),
          { font: 'heading', size: 9, colour: soft },
        )
        doc
          .moveTo(page.left, y - 4)
          .lineTo(page.right, y - 4)
          .lineWidth(1)
          .strokeColor(spruce)
          .stroke()
        y += 4
      }
      head()
      for (const cells of rows) {
        if (y > page.bottom - 40) {
          doc.addPage()
          y = page.top + 64
          head()
        }
        row(columns, cells, { font: 'text', size: 10, colour: ink })
        doc
          .moveTo(page.left, y - 4)
          .lineTo(page.right, y - 4)
          .lineWidth(0.5)
          .strokeColor(line)
          .stroke()
      }
      y += 10
    },
    /** Sums, right-aligned, the last one large. */
    sums(facts: readonly Fact[]) {
      if (y > page.bottom - 30 * facts.length) {
        doc.addPage()
        y = page.top + 64
      }
      for (const [index, [term, value]] of facts.entries()) {
        const isLast = index === facts.length - 1
        const font = isLast ? 'heading' : 'text'
        const size = isLast ? 15 : 10.5
        doc
          .font(font)
          .fontSize(isLast ? 11 : 10.5)
          .fillColor(isLast ? ink : soft)
          .text(term, page.right - 260, y + (isLast ? 3 : 0), { width: 120 })
        doc
          .font(font)
          .fontSize(size)
          .fillColor(ink)
          .text(value, page.right - 140, y, { width: 140, align: 'right', features: ['tnum'] })
        y = doc.y + 6
      }
      y += 12
    },
    note(words: string) {
      doc
        .font('text')
        .fontSize(9.5)
        .fillColor(soft)
        .text(words, page.left, y, { width: width * 0.75, lineGap: 2 })
      y = doc.y + 8
    },
    close(): Promise<Buffer> {
      return new Promise((resolve) => {
        doc.on('end', () => resolve(Buffer.concat(chunks)))
        doc.end()
      })
    },
  }

  type Look = { font: string; size: number; colour: string }
  function row(columns: readonly Column[], cells: readonly string[], { font, size, colour }: Look) {
    let x = page.left
    let lowest = y
    for (const [index, column] of columns.entries()) {
      doc
        .font(font)
        .fontSize(size)
        .fillColor(colour)
        .text(inOurLetters(cells[index] ?? ''), x, y, cellOptions(column))
      lowest = Math.max(lowest, doc.y)
      x += column.width
    }
    y = lowest + 9
  }
  return sheet
}

/** Tabular figures line up, and a column of figures is right-aligned with its heading. */
const cellOptions = ({ width: wide, align = 'left' }: Column): PDFKit.Mixins.TextOptions =>
  align === 'right' ? { width: wide, align, features: ['tnum'] } : { width: wide - 12, align }

const ours = /^[\u0020-\u007e\u00a0-\u00ff\u2013\u2014\u2018\u2019\u201c-\u201e\u2022\u2026\u20ac\u2212\n]$/
const kept: Record<string, string> = { '\u202f': '\u00a0', ł: 'l', Ł: 'L', đ: 'd', Đ: 'D' }

/** Replaces characters that the font does not have: first without their diacritic, otherwise by a question mark. */
export function inOurLetters(words: string): string {
  return [...words.normalize('NFC')]
    .map((letter) => (ours.test(letter) ? letter : (kept[letter] ?? letter.normalize('NFD').charAt(0))))
    .map((letter) => (ours.test(letter) ? letter : '?'))
    .join('')
}

/** The frame of a page: the logo (a window with one pane lit), the product's name, and the sender in the footer. */
function drawFrame(doc: PDFKit.PDFDocument, footer: string) {
  doc.save().translate(page.left - 4, page.top - 8)
  doc.path('M15 2v13H4v-2A11 11 0 0 1 15 2zM4 17h11v13H6a2 2 0 0 1-2-2zM17 17h11v11a2 2 0 0 1-2 2h-9z').fill(spruce)
  doc.path('M17 2v13h11v-2A11 11 0 0 0 17 2z').fill(lamp)
  doc.restore()
  doc
    .font('heading')
    .fontSize(17)
    .fillColor(spruce)
    .text(PRODUCT_NAME, page.left + 34, page.top - 2, { lineBreak: false })
  doc.font('text').fontSize(8.5).fillColor(soft)
  doc.text(footer, page.left, page.bottom - 4, { width, align: 'left', lineGap: 1 })
}
