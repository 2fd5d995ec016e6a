import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readStylesheet, rulesFor, type Stylesheet, whatIsIn } from './rules-of-page.server'

const link = /<link rel="stylesheet" href="(\/assets\/[\w.-]+\.css)"\/>/

/**
 * Inlines the styles a plain page needs, so that its text is shown without a second round trip; it needs a third of the
 * whole sheet, which `improve/whole-styles.ts` loads by the name given. Returns the page and the styles' hash for the
 * CSP; unchanged if there is no built stylesheet.
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

/**
 * Cache: pages with the same classes and elements get the same rules, and choosing them takes over a millisecond. Holds
 * several times the number of plain pages.
 */
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
      // Possibly too many open files: the next page retries.
      sheets.delete(address)
      return null
    })
    sheets.set(address, sheet)
  }
  return sheet
}
