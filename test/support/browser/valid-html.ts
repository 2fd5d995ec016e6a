import { expect, type Page } from '@playwright/test'
import { HtmlValidate } from 'html-validate'

const validator = new HtmlValidate({ root: true, extends: ['html-validate:standard'] })

/** The server's HTML must be valid by the standard, which assistive technology relies on. */
export async function expectValidHtml(page: Page) {
  const html = await (await page.request.get(page.url())).text()
  const { results } = await validator.validateString(html)
  // Allows `<noscript><meta>` in the body (a page that reloads itself without scripts): browsers support it, though the
  // standard wants it in the head.
  const wrong = results
    .flatMap(({ messages }) => messages)
    .filter(({ ruleId, selector }) => ruleId !== 'element-permitted-content' || !selector?.endsWith('noscript > meta'))
  expect(wrong.map(({ ruleId, message, selector }) => `${ruleId}: ${message} ${selector}`)).toEqual([])
}
