import { encode } from 'uqr'

/** A QR code as one SVG path, with the quiet zone that scanners need. */
export type QrPicture = { size: number; path: string }

/** Called in a loader, so that the encoder is not sent to the browser. */
export function drawQr(text: string): QrPicture {
  const { size, data } = encode(text, { ecc: 'M', border: 4 })
  const squares = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
  return { size, path: squares.join('') }
}
