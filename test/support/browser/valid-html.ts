import { expect, type Page } from '@playwright/test'
import { HtmlValidate } from 'html-validate'

const validator = new HtmlValidate({ root: true, extends: ['html-validate:standard'] })

/** The page as the server sends it to a browser without scripts: as the standard has it, which is what helping tools go by. */
export async function expectValidHtml(page: Page) {
  const html = await (await page.request.get(page.url())).text()
  const { results } = await validator.validateString(html)
  // Asked for anew where nothing runs, beside what it asks for: every browser does so, though the standard wants it in the head.
  const wrong = results
    .flatMap(({ messages }) => messages)
    .filter(({ ruleId, selector }) => ruleId !== 'element-permitted-content' || !selector?.endsWith('noscript > meta'))
  expect(wrong.map(({ ruleId, message, selector }) => `${ruleId}: ${message} ${selector}`)).toEqual([])
}
