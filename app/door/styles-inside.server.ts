import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readStylesheet, rulesFor, type Stylesheet } from './rules-of-page.server'

const link = /<link rel="stylesheet" href="(\/assets\/[\w.-]+\.css)"\/>/

/**
 * A plain page has its own styles in it: its words do not wait for a second question, and of the whole sheet they need a third. The sheet is named
 * for `improve/whole-styles.ts`. Returns the page, and by what its policy knows those styles; as it was where there is no built sheet.
 */
export async function withStylesInside(html: string): Promise<{ html: string; hash: string | null }> {
  const [tag, address = ''] = link.exec(html) ?? []
  const sheet = tag && (await sheetAt(address))
  if (!tag || !sheet) return { html, hash: null }
  const styles = rulesFor(html, sheet)
  const hash = `sha256-${createHash('sha256').update(styles).digest('base64')}`
  return {
    html: html.replace(tag, () => `<style data-whole="${address}">${styles}</style>`),
    hash,
  }
}

const sheets = new Map<string, Promise<Stylesheet | null>>()

function sheetAt(address: string): Promise<Stylesheet | null> {
  let sheet = sheets.get(address)
  if (!sheet) {
    sheet = readFile(join('build', 'client', address), 'utf8').then(readStylesheet, () => null)
    sheets.set(address, sheet)
  }
  return sheet
}
