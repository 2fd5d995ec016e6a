import { escapeHtml } from '~/shared/text'

/**
 * A message with a secret is stored in two parts: the text with a placeholder, and the secret, sealed (encrypted) until
 * the message has been sent. So no list, page, search or copy of the table shows a link or a code.
 */

/** The placeholder: a private-use character, which nobody types. */
const mark = '\uE000'

/** What people read in place of the secret. */
export const hiddenWords = '(hemlig länk eller kod)'

export type Words = { text: string; html: string | null }

export function takeOut({ text, html }: Words, secret: string): Words {
  if (!text.includes(secret)) throw new Error('A message of a kind with a secret says its secret')
  const cut = (words: string, found: string) => words.replaceAll(mark, '').replaceAll(found, mark)
  return { text: cut(text, secret), html: html === null ? null : cut(html, escapeHtml(secret)) }
}

export function putBack({ text, html }: Words, secret: string): Words {
  return { text: text.replaceAll(mark, secret), html: html?.replaceAll(mark, escapeHtml(secret)) ?? null }
}

export const withoutSecret = (words: string): string => words.replaceAll(mark, hiddenWords)
