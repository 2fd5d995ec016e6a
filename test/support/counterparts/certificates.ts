import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

/**
 * Test certificates (X.509 in DER, RFC 5280) for mutual TLS: an authority, and the identities that it issues. Made anew
 * for each run, so that no key is committed and none expires.
 */
export type Identity = { cert: string; key: string }
type Authority = Identity & { vouchFor(name: string, options?: { until?: Date }): Identity }

const der = (tag: number, ...parts: (Buffer | number[])[]): Buffer => {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)))
  const size = body.length
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff]
  return Buffer.concat([Buffer.from([tag, ...length]), body])
}
const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
const text = (value: string) => der(0x0c, Buffer.from(value))
const ecdsaWithSha256 = sequence(der(0x06, [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]))
const commonName = der(0x06, [0x55, 0x04, 0x03])
const nameOf = (name: string) => sequence(der(0x31, sequence(commonName, text(name))))
/** For example "20490101000000Z". */
const time = (date: Date) => der(0x18, Buffer.from(`${date.toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`))
const extension = (id: number[], value: Buffer) => sequence(der(0x06, id), der(0x01, [0xff]), der(0x04, value))
const mayVouch = extension([0x55, 0x1d, 0x13], sequence(der(0x01, [0xff])))
const isThisMachine = extension(
  [0x55, 0x1d, 0x11],
  sequence(der(0x87, [127, 0, 0, 1]), der(0x82, Buffer.from('localhost'))),
)

const from = new Date('2020-01-01T00:00:00Z')
const farAway = new Date('2049-01-01T00:00:00Z')
let serial = 1

type Written = {
  name: string
  issuer: string
  publicKey: KeyObject
  signedBy: KeyObject
  isAuthority: boolean
  until: Date
}

function certificate({ name, issuer, publicKey, signedBy, isAuthority, until }: Written): string {
  const content = sequence(
    der(0xa0, der(0x02, [2])),
    der(0x02, [serial++]),
    ecdsaWithSha256,
    nameOf(issuer),
    sequence(time(from), time(until)),
    nameOf(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(isAuthority ? mayVouch : isThisMachine)),
  )
  const signature = sign('sha256', content, signedBy)
  const whole = sequence(content, ecdsaWithSha256, der(0x03, [0], signature))
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}

const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })
const pem = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString()

export function makeAuthority(name: string): Authority {
  const { publicKey, privateKey } = newKeys()
  const signedBy = privateKey
  return {
    cert: certificate({ name, issuer: name, publicKey, signedBy, isAuthority: true, until: farAway }),
    key: pem(privateKey),
    vouchFor(whom, { until = farAway } = {}) {
      const own = newKeys()
      return {
        cert: certificate({ name: whom, issuer: name, publicKey: own.publicKey, signedBy, isAuthority: false, until }),
        key: pem(own.privateKey),
      }
    },
  }
}
