import { expect, type Page } from '@playwright/test'

/** On a desktop, tables must have room for whole words. */
export async function expectWholeWordsInTables(page: Page) {
  await expect.poll(() => page.evaluate(brokenInTables), page.url()).toEqual([])
}

/** Runs in the page. Very long words, addresses and numbers may break. */
export function brokenInTables(): string[] {
  const found: string[] = []
  for (const cell of document.querySelectorAll('table.data-table tbody :is(th, td)')) {
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text instanceof Text; text = texts.nextNode()) {
      for (const { index, 0: word } of text.data.matchAll(/(?<!\S)\p{L}{4,14}(?!\S)/gu)) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        const pieces = [...range.getClientRects()].filter(({ width }) => width > 1).length
        if (pieces > 1) found.push(`in ${pieces} pieces: "${word}" of "${text.data.trim().slice(0, 40)}"`)
      }
    }
  }
  return found
}
