import { PRODUCT_NAME } from '~/shared/product'
import { escapeHtml } from '~/shared/text'

/** The content of a mail: paragraphs, facts to look up later, and at most one button. */
export type Letter = {
  greeting: string
  paragraphs: string[]
  /** Term and value, one per line: "När: torsdag 26 november". */
  facts?: { term: string; value: string }[]
  action?: { label: string; url: string }
  /** What to do if the mail reached the wrong person, or how long its link is valid. */
  footnote?: string
}

export function letterAsText(letter: Letter): string {
  const facts = letter.facts ? [letter.facts.map(({ term, value }) => `${term}: ${value}`).join('\n')] : []
  const action = letter.action ? [`${letter.action.label}:\n${letter.action.url}`] : []
  const footnote = letter.footnote ? [letter.footnote] : []
  return [letter.greeting, ...letter.paragraphs, ...facts, ...action, ...footnote, `Hälsningar\n${PRODUCT_NAME}`].join(
    '\n\n',
  )
}

/** Tables and inline styles only, since mail clients support little else. The colours are those of the pages. */
export function letterAsHtml(letter: Letter): string {
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`
  const facts = letter.facts ? factsAsHtml(letter.facts) : ''
  const action = letter.action
    ? `<p style="margin:24px 0"><a href="${escapeHtml(letter.action.url)}" style="display:inline-block;padding:14px 22px;border-radius:10px;background:#17513F;color:#FFFFFF;text-decoration:none;font-weight:600">${escapeHtml(letter.action.label)}</a></p>`
    : ''
  const footnote = letter.footnote
    ? `<p style="margin:24px 0 0;color:#46564E;font-size:14px">${escapeHtml(letter.footnote)}</p>`
    : ''
  return `<!doctype html>
<html lang="sv"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${PRODUCT_NAME}</title></head>
<body style="margin:0;background:#FBF7EF">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#FFFFFF;border-radius:14px"><tr>
<td style="padding:32px;font:17px/1.55 -apple-system,'Segoe UI',Helvetica,Arial,sans-serif;color:#14231D">
<p style="margin:0 0 24px;font-weight:700;color:#17513F">${PRODUCT_NAME}</p>
${[letter.greeting, ...letter.paragraphs].map(paragraph).join('\n')}
${facts}${action}${footnote}
</td></tr></table></td></tr></table>
</body></html>`
}

function factsAsHtml(facts: NonNullable<Letter['facts']>): string {
  const cell = 'padding:10px 0;border-top:1px solid #D9CFBC;vertical-align:top'
  const rows = facts.map(
    ({ term, value }) => `<tr>
<th scope="row" align="left" style="${cell};padding-right:16px;font-weight:400;color:#46564E;white-space:nowrap">${escapeHtml(term)}</th>
<td style="${cell};word-break:break-word">${escapeHtml(value).replaceAll('\n', '<br>')}</td></tr>`,
  )
  return `<table width="100%" cellpadding="0" cellspacing="0" style="margin:8px 0 0;border-collapse:collapse;font-size:16px;line-height:1.45">
${rows.join('\n')}
</table>`
}
