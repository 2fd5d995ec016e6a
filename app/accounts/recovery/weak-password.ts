import { PRODUCT_NAME } from '~/shared/product'

/** Normalises a password for comparison: letter case and Unicode composition are ignored. */
export const plainPassword = (password: string) => password.normalize('NFKC').toLowerCase()

/** Only the letters, without the digits and signs (a year, an exclamation mark) that people put around a word. */
const lettersOf = (text: string) => plainPassword(text).replace(/[^\p{L}]/gu, '')
const signsOf = (text: string) => plainPassword(text).replace(/[^\p{L}\p{N}]/gu, '')

/** A shorter name is part of too many other words. */
const shortestWord = 3

/**
 * Whether somebody who knows a little about the person would guess this password early: a common one, or the person's
 * own name, address or number, or the product's name, with nothing but signs and digits around it.
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
  // The local part of a mail address counts as a word too.
  const words = [whole, signsOf(text.split('@')[0] ?? ''), ...parts].filter((word) => word.length >= shortestWord)
  return words.some((word) => word === signsOf(password) || (letters !== '' && lettersOf(word) === letters))
}
