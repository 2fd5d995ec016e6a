import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { inHashTurn } from './hash-turns.server'

const argon = promisify(argon2)
const derive: typeof argon = (...given) => inHashTurn(() => argon(...given))

/** OWASP's smallest recommended parameters for argon2id: 19 MiB of memory, two passes, one lane. */
const memory = 19_456
const passes = 2
const parallelism = 1
const tagLength = 32

/** PHC string format, so that the parameters can be raised later while existing passwords stay valid. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await derive('argon2id', {
    message: password.normalize('NFKC'),
    nonce,
    memory,
    passes,
    parallelism,
    tagLength,
  })
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(nonce)}$${base64(tag)}`
}

export async function verifyPassword({ hash, password }: { hash: string; password: string }): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(hash)
  if (!parts) return false
  const [, m, t, p, nonce, tag] = parts
  const expected = Buffer.from(tag ?? '', 'base64')
  const actual = await derive('argon2id', {
    message: password.normalize('NFKC'),
    nonce: Buffer.from(nonce ?? '', 'base64'),
    memory: Number(m),
    passes: Number(t),
    parallelism: Number(p),
    tagLength: expected.length,
  })
  return timingSafeEqual(actual, expected)
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')
