import { PRODUCT_NAME } from '~/shared/product'

/** As passwords are compared: the shift key, and how a letter was put together, make no other password. */
export const plainPassword = (password: string) => password.normalize('NFKC').toLowerCase()

/** The letters of it, without the year, the exclamation mark and the like that people put around a word. */
const lettersOf = (text: string) => plainPassword(text).replace(/[^\p{L}]/gu, '')
const signsOf = (text: string) => plainPassword(text).replace(/[^\p{L}\p{N}]/gu, '')

/** Shorter than this, a name is part of many other words. */
const shortestWord = 3

/**
 * Whether somebody who knows a little about the person would try this among the first: a password that many have, or one
 * that is the person's own name, address or number, or the product's name, with nothing but signs and digits around it.
 */
export function isWeakPassword(password: string, own: readonly string[], common: ReadonlySet<string>): boolean {
  const letters = lettersOf(password)
  if (common.has(signsOf(password)) || common.has(letters)) return true
  if (new Set(signsOf(password)).size === 1) return true
  return [...own, PRODUCT_NAME].some((text) => isMadeOf(text, password, letters))
}

function isMadeOf(text: string, password: string, letters: string): boolean {
  const parts = plainPassword(text).split(/[^\p{L}\p{N}]+/u)
  const whole = signsOf(text)
  // An address is known by what stands before the @ as well.
  const words = [whole, signsOf(text.split('@')[0] ?? ''), ...parts].filter((word) => word.length >= shortestWord)
  return words.some((word) => word === signsOf(password) || (letters !== '' && lettersOf(word) === letters))
}
