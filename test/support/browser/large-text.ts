import { expect, type Page } from '@playwright/test'

/** Text at 200 %: twice the browsers' default size. */
const rootSize = '32px'

/** A common phone, and the narrowest. */
const widths = [390, 320] as const

/**
 * Text at 200 %: nothing readable or pressable may overflow the screen or its card or button, no column may break short
 * words into pieces, and no field may be too narrow for its content. Folded parts are opened. Widths are in pixels, so
 * layouts made for small text fail here.
 */
export async function expectRoomForLargeText(page: Page) {
  await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), rootSize)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await expect.poll(() => page.evaluate(outside), `${page.url()}, text at 200 % at ${width} px`).toEqual([])
  }
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
}

/** Runs in the page. */
export function outside(): string[] {
  const folded = [...document.querySelectorAll('details:not([open])')]
  for (const details of folded) details.setAttribute('open', '')
  const found = new Set<string>()
  const screen = document.documentElement.clientWidth

  /** Whether the element has a visible edge or clips its content. */
  function isSheet(element: Element): boolean {
    const { backgroundColor, borderLeftWidth, overflowX } = getComputedStyle(element)
    return backgroundColor !== 'rgba(0, 0, 0, 0)' || borderLeftWidth !== '0px' || overflowX !== 'visible'
  }

  /** Exempt: text for screen readers only, rows that scroll sideways, and drawings. */
  function isLeftOut(element: Element): boolean {
    for (let up: Element | null = element; up; up = up.parentElement) {
      const { position, clipPath, overflowX } = getComputedStyle(up)
      if (position === 'absolute' && (clipPath !== 'none' || up.clientWidth <= 1)) return true
      if (overflowX === 'auto' && up.scrollWidth > up.clientWidth) return true
      if (up instanceof SVGElement && up !== element) return true
      if (up.classList.contains('picture')) return true
    }
    return false
  }

  function look(element: Element, { left, right, width }: DOMRect, what: string) {
    if (width <= 1 || !element.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true })) return
    if (isLeftOut(element)) return
    const says = `${element.tagName.toLowerCase()}.${element.getAttribute('class')?.slice(0, 60)} "${what.trim().slice(0, 40)}"`
    if (left < -1 || right > screen + 1)
      found.add(`outside the screen: ${Math.round(left)}-${Math.round(right)} ${says}`)
    for (
      let up = element instanceof HTMLElement ? element : element.parentElement;
      up && up !== document.body;
      up = up.parentElement
    ) {
      if (!isSheet(up)) continue
      const sheet = up.getBoundingClientRect()
      if (left < sheet.left - 1 || right > sheet.right + 1) {
        found.add(
          `outside ${up.tagName.toLowerCase()}.${up.className.slice(0, 40)}: ${Math.round(left)}-${Math.round(right)} of ${Math.round(sheet.left)}-${Math.round(sheet.right)} ${says}`,
        )
      }
      break
    }
  }

  /** Finds short words broken into more than two lines. Long words and addresses may break. */
  function lookAtWords(text: Text, parent: HTMLElement) {
    if (!parent.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true }) || isLeftOut(parent)) return
    // At 200 % on the narrowest phone, tables of figures cannot avoid breaks.
    if (screen < 360) return
    for (const { index, 0: word } of text.data.matchAll(/(?<!\S)\p{L}{4,9}(?!\S)/gu)) {
      const range = document.createRange()
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      const pieces = [...range.getClientRects()].filter(({ width }) => width > 1).length
      if (pieces > 2) found.add(`in ${pieces} pieces: "${word}" of "${text.data.trim().slice(0, 40)}"`)
    }
  }

  /**
   * Finds fields too narrow for their content, measured in font sizes: a time beside its icon, four digits, the
   * beginning of a word.
   */
  function lookAtField(field: Element) {
    if (!field.checkVisibility({ checkVisibilityCSS: true }) || isLeftOut(field)) return
    const { paddingLeft, paddingRight, fontSize } = getComputedStyle(field)
    const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
    const least = field.matches('[type=time], [type=date]') ? 3.5 : 2.5
    if (room < least * Number.parseFloat(fontSize))
      found.add(`no room to write: ${Math.round(room)} px for ${field.getAttribute('name')}`)
  }

  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if (!text.textContent?.trim() || !text.parentElement) continue
    const range = document.createRange()
    range.selectNodeContents(text)
    for (const line of range.getClientRects()) look(text.parentElement, line, text.textContent)
    if (text instanceof Text) lookAtWords(text, text.parentElement)
  }
  for (const part of document.querySelectorAll('button, input, select, textarea, a, summary, img, svg')) {
    look(part, part.getBoundingClientRect(), part.getAttribute('name') ?? part.textContent ?? '')
  }
  const unwritten = 'input:is([type=hidden], [type=checkbox], [type=radio], [type=range], [type=file], [type=submit])'
  for (const field of document.querySelectorAll(`input:not(${unwritten}), select, textarea`)) lookAtField(field)
  if (document.documentElement.scrollWidth > screen)
    found.add(`the page scrolls sideways: ${document.documentElement.scrollWidth} of ${screen}`)
  for (const details of folded) details.removeAttribute('open')
  return [...found]
}

/** Words of short texts that break without a hyphen, with text at 200 % on a phone. */
export async function brokenInHeadings(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: 390, height: 900 })
  await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), rootSize)
  return page.evaluate(broken, shortTexts)
}

/** Headings, the title of the portal, what is stressed; buttons, badges, choices, and the names of months under their windows. */
const shortTexts =
  'h1, h2, header p, main strong, main button, main .rounded-full, .choice .font-semibold, [data-lit] + p'

/** Runs in the page. A word on several lines without one of our soft hyphens was cut by the browser. */
function broken(shortTexts: string): string[] {
  const found: string[] = []
  for (const heading of document.querySelectorAll(shortTexts)) {
    const words = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT)
    for (let node = words.nextNode(); node; node = words.nextNode()) {
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(/\p{L}+/gu)) {
        // The rectangle of a drawn hyphen belongs to the character after it.
        const isAfterHyphen = node.textContent?.[index - 1] === '\u00ad'
        const range = document.createRange()
        range.setStart(node, isAfterHyphen ? index + 1 : index)
        range.setEnd(node, index + word.length)
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        if (lines.size > 1) found.push(word)
      }
    }
  }
  return found
}
