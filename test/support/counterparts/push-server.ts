import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto'
import type { PushAddress } from '~/platform/push/push.server'
import { type MoodyServer, startMoody } from './moody-server'

/**
 * A push service and its browsers on loopback. It verifies the VAPID signature (RFC 8292), and each browser decrypts
 * its pushes (RFC 8291), without code of the product: a test reads what a browser would.
 */
export type PushServer = MoodyServer & {
  /** What each browser received, oldest first. */
  received: ReceivedPush[]
  /** Pushes that a browser could not decrypt: a real one shows nothing, and reports nothing. */
  unreadable: string[]
  /** A new browser with its own keys. */
  subscribe(): PushAddress
  /** The browser is gone: 410 from now on. */
  unsubscribe(address: PushAddress): void
}

export type ReceivedPush = {
  endpoint: string
  payload: Record<string, unknown>
  urgency: string
  ttl: number
  /** The subject of the signature. */
  subject: string
}

type Browser = { keys: ECDH; secret: Buffer; gone: boolean }

export async function startPushService(): Promise<PushServer> {
  const browsers = new Map<string, Browser>()
  const moody = await startMoody((request, body) => {
    const browser = browsers.get(request.url ?? '')
    if (!browser) return { status: 404 }
    if (browser.gone) return { status: 410 }
    const { headers } = request
    const signed = checkSignature(headers.authorization ?? '', moody.origin)
    if (!signed) return { status: 403, body: 'not signed by the key of a sender' }
    if (headers['content-encoding'] !== 'aes128gcm') return { status: 415 }
    if (body.length > 4096) return { status: 413 }
    if (!/^\d+$/.test(String(headers.ttl ?? ''))) return { status: 400, body: 'no TTL' }
    const endpoint = `${moody.origin}${request.url}`
    const text = open(browser, body)
    if (text === null) {
      server.unreadable.push(endpoint)
      return { status: 201 }
    }
    server.received.push({
      endpoint,
      payload: JSON.parse(text) as Record<string, unknown>,
      urgency: String(headers.urgency ?? 'normal'),
      ttl: Number(headers.ttl),
      subject: signed.sub,
    })
    return { status: 201 }
  })
  const server: PushServer = Object.assign(moody, {
    received: [] as ReceivedPush[],
    unreadable: [] as string[],
    subscribe() {
      const keys = createECDH('prime256v1')
      keys.generateKeys()
      const secret = randomBytes(16)
      const path = `/push/${randomBytes(12).toString('base64url')}`
      browsers.set(path, { keys, secret, gone: false })
      const endpoint = `${moody.origin}${path}`
      return { endpoint, p256dh: keys.getPublicKey('base64url'), auth: secret.toString('base64url') }
    },
    unsubscribe({ endpoint }: PushAddress) {
      const browser = browsers.get(new URL(endpoint).pathname)
      if (browser) browser.gone = true
    },
  })
  return server
}

/** `vapid t=<JWT>, k=<public key>`: signed by that key, for this service, valid for at most a day. */
function checkSignature(authorization: string, audience: string): { sub: string } | null {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)=*$/.exec(authorization) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  if (point.length !== 65) return null
  const publicKey = createPublicKey({
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
    format: 'jwk',
  })
  const signed = Buffer.from(`${head}.${claims}`)
  const isTrue = verify(
    'sha256',
    signed,
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isTrue) return null
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>
  const now = Date.now() / 1000
  const inTime = typeof exp === 'number' && exp > now && exp <= now + 24 * 3600
  return aud === audience && inTime && typeof sub === 'string' ? { sub } : null
}

/** aes128gcm with one record: salt, record size, the sender's key; then the text, a delimiter and padding. */
function open({ keys, secret }: Browser, body: Buffer): string | null {
  const salt = body.subarray(0, 16)
  const keyLength = body.readUInt8(20)
  const sender = body.subarray(21, 21 + keyLength)
  const sealed = body.subarray(21 + keyLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), sender])
  const shared = Buffer.from(hkdfSync('sha256', keys.computeSecret(sender), secret, info, 32))
  const key = Buffer.from(hkdfSync('sha256', shared, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = Buffer.from(hkdfSync('sha256', shared, salt, 'Content-Encoding: nonce\0', 12))
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(sealed.subarray(-16))
  try {
    const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
    return plain.subarray(0, plain.lastIndexOf(2)).toString()
  } catch {
    return null
  }
}
