import { createHmac, timingSafeEqual } from 'node:crypto'

const stepMs = 30_000
/** Accepted time steps beside the current one: a phone's clock may be off, and typing takes a moment. */
const stepsAside = [0, -1, 1]

/** The TOTP code of a time step: RFC 6238 with SHA-1 and six digits. */
export function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 15
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

export const stepAt = (now: number) => Math.floor(now / stepMs)

/** The time step that this code belongs to, among those accepted now; null if none. */
export function stepOf(secret: string, code: string, now: number): number | null {
  const isCode = (step: number) => timingSafeEqual(Buffer.from(codeAt(secret, step)), Buffer.from(code))
  return stepsAside.map((aside) => stepAt(now) + aside).find(isCode) ?? null
}
