import { encode } from 'uqr'

/** A QR code as one path of squares, with the quiet zone that scanners need around it. */
export type QrPicture = { size: number; path: string }

/** Drawn by a loader, so that no browser has to fetch what draws it. */
export function drawQr(text: string): QrPicture {
  const { size, data } = encode(text, { ecc: 'M', border: 4 })
  const squares = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
  return { size, path: squares.join('') }
}
