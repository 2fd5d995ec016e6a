import { createHmac, timingSafeEqual } from 'node:crypto'

const stepMs = 30_000
/** A phone's clock may be a little off, and typing takes a moment. */
const stepsAside = [0, -1, 1]

/** What an app shows during a step of time: RFC 6238 with SHA-1 and six digits. */
export function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', secret).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 15
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

export const stepAt = (now: number) => Math.floor(now / stepMs)

/** The step of time whose code this is, of those that are taken now; null when it is none of them. */
export function stepOf(secret: string, code: string, now: number): number | null {
  const isCode = (step: number) => timingSafeEqual(Buffer.from(codeAt(secret, step)), Buffer.from(code))
  return stepsAside.map((aside) => stepAt(now) + aside).find(isCode) ?? null
}
