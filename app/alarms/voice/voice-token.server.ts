import { timingSafeEqual } from 'node:crypto'
import type { Keys } from '~/platform/keys.server'
import { isId } from '~/shared/asked'

/** Which call, and which try of it. */
export type CallName = { id: string; attempt: number }

/** 132 bits, as of a personal link. */
const signLength = 22

/** What a call's addresses are known by: whoever has it speaks for this one try of this one call, and for nothing else. */
export function voiceToken(keys: Keys, { id, attempt }: CallName): string {
  const name = `${id}.${attempt}`
  return `${name}.${signOf(keys.sign('voice call', name))}`
}

/** Null for what we cannot have made; nothing is asked of the database for it. */
export function readVoiceToken(keys: Keys, token: string): CallName | null {
  const [id = '', attempt = '', sign = '', ...more] = token.split('.')
  if (!isId(id) || !/^[1-9]\d{0,3}$/.test(attempt) || sign.length !== signLength || more.length > 0) return null
  const given = Buffer.from(sign)
  const isOurs = keys
    .signs('voice call', `${id}.${attempt}`)
    .map((signature) => Buffer.from(signOf(signature)))
    .some((own) => own.length === given.length && timingSafeEqual(own, given))
  return isOurs ? { id, attempt: Number(attempt) } : null
}

const signOf = (signature: Buffer) => signature.toString('base64url').slice(0, signLength)
