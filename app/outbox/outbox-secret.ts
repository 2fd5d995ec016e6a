import { escapeHtml } from './mail-template'

/**
 * A message with a secret is kept in two parts: the words with a mark where the secret stands, and the secret, sealed
 * apart until it has been sent. So a list, a page, a search and a copy of the table show no link and no code.
 */

/** A character that nobody writes (private use). */
const mark = '\uE000'

/** What people see in its place. */
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
