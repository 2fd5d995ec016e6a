import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readStylesheet, rulesFor, type Stylesheet, whatIsIn } from './rules-of-page.server'

const link = /<link rel="stylesheet" href="(\/assets\/[\w.-]+\.css)"\/>/

/**
 * A plain page has its own styles in it: its words do not wait for a second question, and of the whole sheet they need a third. The sheet is named
 * for `improve/whole-styles.ts`. Returns the page, and by what its policy knows those styles; as it was where there is no built sheet.
 */
export async function withStylesInside(html: string): Promise<{ html: string; hash: string | null }> {
  const [tag, address = ''] = link.exec(html) ?? []
  const sheet = tag && (await sheetAt(address))
  if (!tag || !sheet) return { html, hash: null }
  const { styles, hash } = chosenFor(html, address, sheet)
  return {
    html: html.replace(tag, () => `<style data-whole="${address}">${styles}</style>`),
    hash,
  }
}

type Chosen = { styles: string; hash: string }

/** Of the same classes and elements are the same rules; choosing them costs more than a millisecond. As many as there are plain pages, some times over. */
const mostChosen = 200
const chosenBefore = new Map<string, Chosen>()

function chosenFor(html: string, address: string, sheet: Stylesheet): Chosen {
  const there = whatIsIn(html)
  const key = `${address} ${there.classes.join(' ')} ${there.elements.join(' ')}`
  const before = chosenBefore.get(key)
  if (before) return before
  const styles = rulesFor(there, sheet)
  const chosen = { styles, hash: `sha256-${createHash('sha256').update(styles).digest('base64')}` }
  const [oldest] = chosenBefore.keys()
  if (oldest !== undefined && chosenBefore.size >= mostChosen) chosenBefore.delete(oldest)
  chosenBefore.set(key, chosen)
  return chosen
}

const sheets = new Map<string, Promise<Stylesheet | null>>()

function sheetAt(address: string): Promise<Stylesheet | null> {
  let sheet = sheets.get(address)
  if (!sheet) {
    sheet = readFile(join('build', 'client', address), 'utf8').then(readStylesheet, () => {
      // Too many files open, it may be: the next page asks again.
      sheets.delete(address)
      return null
    })
    sheets.set(address, sheet)
  }
  return sheet
}
