import type { Ore } from '~/shared/money'

/**
 * The content of a Swish QR code in the published encoding (developer.getswish.se, QR code API manual, part 6): "C",
 * the company's number, the amount with a comma and two decimals, the message URL-encoded, and a mask of the fields
 * that the payer may change: none.
 */
export type SwishPayment = { payee: string; amount: Ore; message: string }

const nothingMayBeChanged = 0

export function swishCode({ payee, amount, message }: SwishPayment): string {
  return `C${payee};${inKronor(amount, ',')};${encodeURIComponent(message)};${nothingMayBeChanged}`
}

/** A link for people who have Swish on the phone that shows the page and cannot scan their own screen. */
export function swishLink({ payee, amount, message }: SwishPayment): string {
  const query = new URLSearchParams({ sw: payee, amt: inKronor(amount, '.'), cur: 'SEK', msg: message, src: 'qr' })
  return `https://app.swish.nu/1/p/sw/?${query}`
}

function inKronor(amount: Ore, point: string): string {
  return `${Math.floor(amount / 100)}${point}${String(amount % 100).padStart(2, '0')}`
}

/** Formats a Swish number: "123 118 11 89". */
export const formatSwish = (number: string) => number.replace(/^(\d{3})(\d{3})(\d{2})(\d{2})$/, '$1 $2 $3 $4')
