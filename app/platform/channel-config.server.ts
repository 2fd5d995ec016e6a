import { createECDH } from 'node:crypto'
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { CountryCode } from 'libphonenumber-js/max'
import { z } from 'zod'
import { ConfigError } from './config-error'
import { proxyList } from './http/client-address.server'
import { deriveKey } from './keys.server'
import { secretList } from './secret-list.server'
import { countriesIn } from './sms/textable.server'

/** Configuration of the channels other than mail: SMS and calls by 46elks, web push, and alarm receiving centres. */
export type ElksAccount = {
  /** Base URL of the API. Tests replace it by one on loopback. */
  url: string
  username: string
  password: string
  /** A number that can receive replies, in E.164: alarms are answered and offers are stopped by replying. */
  sender: string
}

export type VapidKeys = {
  publicKey: string
  privateKey: string
  /** Contact address for push services when something is wrong: mailto: or https:. */
  subject: string
}

export type ChannelConfig = {
  sms: { adapter: 'outbox' | '46elks' }
  /** Estimated cost of one SMS part in öre, used until the provider reports the actual cost. */
  smsPartOre: number
  /** When the account's balance falls below this, in öre, the administrators are told. */
  smsLowOre: number
  /** Countries whose ordinary mobile numbers are sent SMS. */
  smsCountries: CountryCode[]
  /** Rate limit for codes and links by SMS, over all recipients together. */
  smsCodesPerHour: number
  push: { adapter: 'outbox' | 'webpush'; services: string[] }
  /** `recordings`: a folder of the operator's own sound files. Each replaces our recording of the same name. */
  voice: { adapter: 'outbox' | '46elks'; recordings: string | null }
  /**
   * `networks`: private networks in which a centre's address is allowed besides public ones, such as the far end of a
   * tunnel.
   */
  centre: { adapter: 'outbox' | 'dc09'; networks: string[] }
}

/** Secrets of these channels. Only their ports hold them. */
export type ChannelSecrets = {
  /** Null: SMS stay in the outbox. */
  elks: ElksAccount | null
  /** The same account with the caller number. Null: no calls are made. */
  elksVoice: ElksAccount | null
  vapid: VapidKeys
  /**
   * Secret path segments of the webhook URLs that the SMS provider calls, newest first. Empty: all webhook calls are
   * refused.
   */
  webhooks: string[]
}

/** Default allowlist of push service hosts: Google, Mozilla, Apple and Microsoft. */
const pushServices = ['fcm.googleapis.com', '*.push.services.mozilla.com', '*.push.apple.com', '*.notify.windows.com']

export const channelEnvironment = {
  SMS_ADAPTER: z.enum(['outbox', '46elks'], { error: 'SMS_ADAPTER must be outbox or 46elks' }).optional(),
  ELKS_URL: z.url({ protocol: /^https?$/, error: 'ELKS_URL must be an http or https address' }).optional(),
  ELKS_USERNAME: z.string().optional(),
  ELKS_PASSWORD: z.string().optional(),
  SMS_SENDER: z
    .string()
    .regex(/^\+[1-9]\d{6,14}$/, 'SMS_SENDER must be a number that can be replied to, such as +46766860000')
    .optional(),
  SMS_PART_ORE: z.coerce
    .number({ error: 'SMS_PART_ORE must be a number' })
    .int('SMS_PART_ORE must be a whole number')
    .min(0, 'SMS_PART_ORE must be 0 or more')
    .default(60),
  SMS_LOW_KRONOR: z.coerce
    .number({ error: 'SMS_LOW_KRONOR must be a number' })
    .int('SMS_LOW_KRONOR must be a whole number')
    .min(0, 'SMS_LOW_KRONOR must be 0 or more')
    .default(300),
  SMS_COUNTRIES: z
    .string()
    .default('SE')
    .transform((text, context) => {
      const countries = countriesIn(text)
      if (countries) return countries
      context.addIssue('SMS_COUNTRIES must be countries by their two letters, such as SE,NO')
      return z.NEVER
    }),
  SMS_CODES_PER_HOUR: z.coerce
    .number({ error: 'SMS_CODES_PER_HOUR must be a number' })
    .int('SMS_CODES_PER_HOUR must be a whole number')
    .min(1, 'SMS_CODES_PER_HOUR must be 1 or more')
    .default(300),
  VOICE_ADAPTER: z.enum(['outbox', '46elks'], { error: 'VOICE_ADAPTER must be outbox or 46elks' }).optional(),
  VOICE_SENDER: z
    .string()
    .regex(/^\+[1-9]\d{6,14}$/, 'VOICE_SENDER must be a number, such as +46766860000')
    .optional(),
  VOICE_RECORDINGS: z.string().optional(),
  PUSH_ADAPTER: z.enum(['outbox', 'webpush'], { error: 'PUSH_ADAPTER must be outbox or webpush' }).optional(),
  PUSH_SERVICES: z.string().optional(),
  VAPID_PUBLIC_KEY: z.string().optional(),
  VAPID_PRIVATE_KEY: z.string().optional(),
  VAPID_SUBJECT: z
    .string()
    .regex(/^(mailto:|https:)/, 'VAPID_SUBJECT must start with mailto: or https:')
    .optional(),
  CENTRE_ADAPTER: z.enum(['outbox', 'dc09'], { error: 'CENTRE_ADAPTER must be outbox or dc09' }).optional(),
  CENTRE_NETWORKS: z
    .string()
    .default('')
    .transform((text, context) => {
      const networks = text.split(',').flatMap((part) => part.trim() || [])
      try {
        proxyList(networks)
        return networks
      } catch {
        context.addIssue('CENTRE_NETWORKS must be addresses or ranges, comma-separated, such as 10.20.0.0/16')
        return z.NEVER
      }
    }),
  WEBHOOK_SECRET: secretList('WEBHOOK_SECRET', 24).optional(),
}

type Values = z.infer<z.ZodObject<typeof channelEnvironment>>
/** `demoSecret` is the demo's self-made secret; null in production, where the operator supplies every key. */
type Surroundings = { demoSecret: string | null; mailFrom: string }

export function readChannels(
  values: Values,
  { demoSecret, mailFrom }: Surroundings,
): { config: ChannelConfig; secrets: ChannelSecrets } {
  const elks = elksOf(values, demoSecret !== null)
  const elksVoice = voiceOf(values, elks)
  const webhooks =
    values.WEBHOOK_SECRET ?? (demoSecret ? [deriveKey(demoSecret, 'webhooks').toString('base64url')] : [])
  if (elks && webhooks.length === 0) {
    throw new ConfigError('WEBHOOK_SECRET is missing: replies and delivery reports of SMS come to an address with it.')
  }
  return {
    config: {
      sms: { adapter: elks ? '46elks' : 'outbox' },
      smsPartOre: values.SMS_PART_ORE,
      smsLowOre: values.SMS_LOW_KRONOR * 100,
      smsCountries: values.SMS_COUNTRIES,
      smsCodesPerHour: values.SMS_CODES_PER_HOUR,
      push: {
        adapter: values.PUSH_ADAPTER ?? 'webpush',
        services: values.PUSH_SERVICES?.split(',').map((service) => service.trim()) ?? pushServices,
      },
      voice: { adapter: elksVoice ? '46elks' : 'outbox', recordings: recordingsIn(values.VOICE_RECORDINGS) },
      centre: {
        adapter: values.CENTRE_ADAPTER ?? (demoSecret === null ? 'dc09' : 'outbox'),
        networks: values.CENTRE_NETWORKS,
      },
    },
    secrets: { elks, elksVoice, vapid: keysOf(values, demoSecret, mailFrom), webhooks },
  }
}

function elksOf(values: Values, isDemo: boolean): ElksAccount | null {
  const adapter = values.SMS_ADAPTER ?? (values.ELKS_USERNAME ? '46elks' : isDemo ? 'outbox' : null)
  if (adapter === null) {
    throw new ConfigError(
      'ELKS_USERNAME is missing: set it, or set SMS_ADAPTER=outbox to keep all SMS inside the product.',
    )
  }
  if (adapter === 'outbox') return null
  const needed = {
    ELKS_USERNAME: values.ELKS_USERNAME,
    ELKS_PASSWORD: values.ELKS_PASSWORD,
    SMS_SENDER: values.SMS_SENDER,
  }
  const missing = Object.entries(needed).flatMap(([name, value]) => (value === undefined ? [name] : []))
  if (missing.length > 0) throw new ConfigError(`${missing.join(' and ')} is missing: SMS_ADAPTER=46elks needs it.`)
  return {
    url: (values.ELKS_URL ?? 'https://api.46elks.com/a1').replace(/\/$/, ''),
    username: values.ELKS_USERNAME ?? '',
    password: values.ELKS_PASSWORD ?? '',
    sender: values.SMS_SENDER ?? '',
  }
}

/** Calls use the SMS account at 46elks unless configured otherwise. */
function voiceOf(
  { VOICE_ADAPTER: adapter, VOICE_SENDER: sender }: Values,
  elks: ElksAccount | null,
): ElksAccount | null {
  if (adapter === 'outbox' || (!adapter && !elks)) return null
  if (!elks) throw new ConfigError('VOICE_ADAPTER=46elks needs the account of SMS_ADAPTER=46elks.')
  return { ...elks, sender: sender ?? elks.sender }
}

/** Checked at the start. Otherwise a missing folder would be noticed first by a guard, at night. */
function recordingsIn(folder: string | undefined): string | null {
  if (folder === undefined) return null
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return resolve(folder)
  throw new ConfigError('VOICE_RECORDINGS is not a folder: recordings of your own are read from there.')
}

function keysOf(values: Values, demoSecret: string | null, mailFrom: string): VapidKeys {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = values
  const subject = values.VAPID_SUBJECT ?? `mailto:${/<([^>]+)>/.exec(mailFrom)?.[1] ?? mailFrom}`
  if (publicKey && privateKey) return checked({ publicKey, privateKey, subject })
  if (publicKey || privateKey) {
    throw new ConfigError(`VAPID_${publicKey ? 'PRIVATE' : 'PUBLIC'}_KEY is missing: the two are one pair.`)
  }
  if (demoSecret) return { ...keysFrom(deriveKey(demoSecret, 'vapid')), subject }
  if (values.PUSH_ADAPTER === 'outbox') return { publicKey: '', privateKey: '', subject }
  throw new ConfigError(
    'VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY are missing: make a pair (npx web-push generate-vapid-keys), or set PUSH_ADAPTER=outbox to send no pushes.',
  )
}

/** Checks at the start that the two keys form a pair, so that not the first browser finds out. */
function checked(keys: VapidKeys): VapidKeys {
  const bytes = Buffer.from(keys.privateKey, 'base64url')
  if (bytes.length === 32 && keysFrom(bytes).publicKey === keys.publicKey.replace(/=+$/, '')) return keys
  throw new ConfigError('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY do not belong together.')
}

function keysFrom(privateKey: Buffer) {
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(privateKey)
  return { publicKey: curve.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') }
}
