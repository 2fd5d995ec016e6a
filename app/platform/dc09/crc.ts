/** CRC-16/ARC (polynomial 0x8005 reflected, start 0): "123456789" gives BB3D. */
export function crc16(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xa001 : crc >>> 1
  }
  return crc
}

/** Four upper-case hex digits, as in a frame. */
export const hex4 = (number: number) => number.toString(16).toUpperCase().padStart(4, '0')
