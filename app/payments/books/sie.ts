import type { Ore } from '~/shared/money'
import type { Entry } from '../ledger'

/**
 * Writes SIE 4I, the import format of Swedish bookkeeping programs (sie.se, format description 4B): vouchers in code
 * page 437. The importing program numbers the vouchers and knows the accounts already, so neither is written.
 */
export type Voucher = { day: string; text: string; entries: readonly Entry[] }

export type Head = { program: string; version: string; company: string; orgNumber: string; writtenOn: string }

export function sieHead({ program, version, company, orgNumber, writtenOn }: Head): string {
  return linesOf([
    '#FLAGGA 0',
    `#PROGRAM ${quoted(program)} ${quoted(version)}`,
    '#FORMAT PC8',
    `#GEN ${digitsOf(writtenOn)}`,
    '#SIETYP 4',
    `#FNAMN ${quoted(company)}`,
    `#ORGNR ${orgNumber}`,
  ])
}

/** The one voucher series that this product writes. */
const series = 'K'

export function sieVoucher({ day, text, entries }: Voucher): string {
  return linesOf([
    `#VER ${series} "" ${digitsOf(day)} ${quoted(text)}`,
    '{',
    ...entries.map(({ account, amount }) => `   #TRANS ${account} {} ${written(amount)}`),
    '}',
  ])
}

const linesOf = (lines: readonly string[]) => lines.map((line) => `${line}\r\n`).join('')

const digitsOf = (day: string) => day.replaceAll('-', '')

const quoted = (text: string) => `"${text.replace(/\p{Cc}/gu, ' ').replace(/["\\]/g, '\\$&')}"`

/** "-1234.50", built from the digits in öre, without floating-point division. */
function written(amount: Ore): string {
  const digits = String(Math.abs(amount)).padStart(3, '0')
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Code page 437 from 0x80 on; below that it equals ASCII. */
const upperHalf =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0'
const bytes = new Map([...upperHalf].map((letter, index) => [letter, 0x80 + index]))

/**
 * A letter that code page 437 does not have is written without its diacritic, or as a question mark. A diacritic that
 * belongs to no letter is left out.
 */
export function encodePc8(text: string): Uint8Array {
  const byteOf = (letter: string): number | undefined => {
    const code = letter.codePointAt(0) ?? 0
    return code < 0x80 ? code : bytes.get(letter)
  }
  const plain = (letter: string) => letter.normalize('NFD').replace(/\p{M}/gu, '')
  return Uint8Array.from(
    [...text.normalize('NFC')].flatMap((letter) => {
      const known = byteOf(letter)
      if (known !== undefined) return [known]
      const bare = plain(letter)
      return bare === '' ? [] : [byteOf(bare) ?? '?'.charCodeAt(0)]
    }),
  )
}
