import { timingSafeEqual } from 'node:crypto'
import type { Keys } from '~/platform/keys.server'
import { isId } from '~/shared/asked'

/** A phone call's delivery id and the try. */
export type CallName = { id: string; attempt: number }

/** 132 bits of HMAC, as in a personal link. */
const signLength = 22

/** The token in a call's webhook addresses. It authenticates the holder for this one try of this one call only. */
export function voiceToken(keys: Keys, { id, attempt }: CallName): string {
  const name = `${id}.${attempt}`
  return `${name}.${signOf(keys.sign('voice call', name))}`
}

/** Verifies a token's HMAC. Null if it is not ours, without a database query. */
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
