import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { ConfigError } from '../config-error'

export type SwishAccount = {
  url: string
  /** The client certificate that Swish issued to the company, with its chain. */
  cert: string
  key: string
  passphrase: string | undefined
  /** CA certificate to verify Swish's server by; null: the machine's own CAs. */
  ca: string | null
}

export type SwishConfig = {
  /**
   * `local`: the demo's, where somebody answers in place of the phone. `none`: an administrator marks payments as paid
   * by hand.
   */
  swish: { adapter: 'getswish' | 'local' | 'none' }
}

export const swishEnvironment = {
  SWISH_CERT_FILE: z.string().optional(),
  SWISH_KEY_FILE: z.string().optional(),
  SWISH_KEY_PASSPHRASE: z.string().optional(),
  SWISH_CA_FILE: z.string().optional(),
  SWISH_URL: z.url({ protocol: /^https$/, error: 'SWISH_URL must be an https address' }).optional(),
}

type Values = z.infer<z.ZodObject<typeof swishEnvironment>>

const swishItself = 'https://cpc.getswish.net/swish-cpcapi'
const warnedBeforeMs = 30 * 86_400_000

type Read = { config: SwishConfig['swish']; account: SwishAccount | null; missing: string[] }

/**
 * All or nothing: with a partial configuration payments would go unnoticed. An expired certificate does not prevent the
 * start, because alarms matter more than payments: payments are then marked as paid by hand, and each start warns.
 */
export function readSwish(
  values: Values,
  { mode, origin, now = new Date() }: { mode: 'demo' | 'production'; origin: string; now?: Date },
): Read {
  const given = Object.entries(values).filter(([name, value]) => name.startsWith('SWISH_') && value !== undefined)
  if (given.length === 0) return { config: { adapter: mode === 'demo' ? 'local' : 'none' }, account: null, missing: [] }
  const { SWISH_CERT_FILE: certFile, SWISH_KEY_FILE: keyFile } = values
  const absent = [!certFile && 'SWISH_CERT_FILE', !keyFile && 'SWISH_KEY_FILE'].filter(Boolean)
  if (!certFile || !keyFile) {
    throw new ConfigError(
      `${absent.join(' and ')} is missing: Swish answers only who shows both a certificate and its key.`,
    )
  }
  if (!values.SWISH_URL && !origin.startsWith('https://')) {
    throw new ConfigError('ORIGIN is not https, and Swish tells no other address that somebody has paid.')
  }
  const cert = contentsOf('SWISH_CERT_FILE', certFile)
  const key = contentsOf('SWISH_KEY_FILE', keyFile)
  const ca = values.SWISH_CA_FILE === undefined ? null : contentsOf('SWISH_CA_FILE', values.SWISH_CA_FILE)
  if (ca !== null) certificateIn('SWISH_CA_FILE', ca)
  const certificate = certificateIn('SWISH_CERT_FILE', cert)
  if (!certificate.checkPrivateKey(keyIn(key, values.SWISH_KEY_PASSPHRASE))) {
    throw new ConfigError('SWISH_KEY_FILE is not the key of the certificate in SWISH_CERT_FILE.')
  }
  const until = new Date(certificate.validTo)
  const day = until.toISOString().slice(0, 10)
  if (until <= now) {
    const why = `SWISH_CERT_FILE ran out on ${day}: payments by Swish are ticked off by hand until there is a new one.`
    return { config: { adapter: 'none' }, account: null, missing: [why] }
  }
  return {
    config: { adapter: 'getswish' },
    account: { url: values.SWISH_URL ?? swishItself, cert, key, passphrase: values.SWISH_KEY_PASSPHRASE, ca },
    missing:
      until.getTime() - now.getTime() < warnedBeforeMs
        ? [`SWISH_CERT_FILE runs out on ${day}: get a new one before payments by Swish stop confirming themselves.`]
        : [],
  }
}

function contentsOf(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new ConfigError(`${name} cannot be read: it must be the path of a PEM file that this process may read.`)
  }
}

function certificateIn(name: string, pem: string): X509Certificate {
  try {
    return new X509Certificate(pem)
  } catch {
    throw new ConfigError(`${name} holds no certificate in PEM.`)
  }
}

function keyIn(pem: string, passphrase: string | undefined) {
  try {
    return createPrivateKey({ key: pem, passphrase })
  } catch {
    throw new ConfigError('SWISH_KEY_FILE holds no private key in PEM, or SWISH_KEY_PASSPHRASE does not open it.')
  }
}
