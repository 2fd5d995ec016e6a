import { z } from 'zod'
import { type ChannelConfig, type ChannelSecrets, channelEnvironment, readChannels } from './channel-config.server'
import { ConfigError } from './config-error'
import type { WhenMissing } from './database/standby-watch.server'
import type { S3Place } from './files/s3-files.server'
import { isTooWide, proxyList } from './http/client-address.server'
import { hostOf, isLoopback, type Mode, modeOf } from './mode.server'
import { type OutwardConfig, outwardEnvironment, readOutward } from './outward-config.server'
import { type CardAccount, type MoneyConfig, moneyEnvironment, readMoney } from './payments/money-config.server'
import type { SwishAccount } from './payments/swish-config.server'
import { secretList } from './secret-list.server'
import type { OtlpAccount } from './tracing/otlp-collector.server'
import { readTracing, type TracingConfig, tracingEnvironment } from './tracing/tracing-config.server'

/**
 * The configuration, read once at the start; nothing else reads the environment. The mode is either the demo
 * neighbourhood on an embedded PostgreSQL or a production installation (mode.server.ts), which has to supply its own
 * secrets and addresses. Contains no secrets, so a page may use it.
 */
export type Config = {
  mode: Mode
  host: string
  port: number
  /** The public base URL, without a trailing slash. Used for links in mails and for the origin check. */
  origin: string
  trustedProxies: string[]
  mail: { adapter: 'outbox' | 'smtp' }
  mailFrom: string
  contactDelivery: 'inbox' | 'off'
  /** Where to report a vulnerability: mailto: or https:. */
  securityContact: string
  files: { adapter: 'local' | 's3' }
  /** How to write while commits would wait for a standby that is missing. */
  standbyMissing: WhenMissing
  /** Minimum free disk space in bytes. Below it only alarms are accepted. */
  leastFreeSpace: number
  /** Folder for backups of the embedded database; one is made and tried each night. Null: no automatic backups. */
  backupFolder: string | null
  /**
   * Number of web processes on this machine's port. Null: chosen by the number of cores. In a cluster each process is
   * given the total.
   */
  webProcesses: number | null
  /** On shutdown, how long the process still accepts requests, so that the load balancer notices first. */
  stopNoticeMs: number
  logLevel: 'debug' | 'info' | 'warn' | 'error'
} & ChannelConfig &
  MoneyConfig &
  OutwardConfig &
  TracingConfig

/**
 * The secrets, separate from `Config`. At the start each port is given those it needs; no page or use case gets any.
 */
export type Secrets = {
  /** Newest first: the newest signs and encrypts, the older ones can still be verified and decrypted with. */
  auth: string[]
  /** Null: the embedded PostgreSQL. */
  databaseUrl: string | null
  /** A login that owns the tables, for migrations. Null: DATABASE_URL is used for migrations too. */
  databaseOwnerUrl: string | null
  smtpUrl: string | null
  s3: S3Place | null
  cards: CardAccount | null
  swish: SwishAccount | null
  /** Keys to /metrics, newest first. Empty: /metrics does not exist. */
  metrics: string[]
  /** The trace collector. Null: no traces are sent. */
  traces: OtlpAccount | null
} & ChannelSecrets

export { ConfigError } from './config-error'

const shortestSecret = 32
const shortestMetricsKey = 24

const environment = z.object({
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: z.coerce
    .number({ error: 'PORT must be a number' })
    .int('PORT must be a whole number')
    .min(1, 'PORT must be between 1 and 65535')
    .max(65535, 'PORT must be between 1 and 65535')
    .default(3000),
  ORIGIN: z
    .url({ protocol: /^https?$/, error: 'ORIGIN must be an http or https address, such as https://kvartera.example' })
    .optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'DATABASE_URL must start with postgresql://')
    .optional(),
  DATABASE_OWNER_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'DATABASE_OWNER_URL must start with postgresql://')
    .optional(),
  AUTH_SECRET: secretList('AUTH_SECRET', shortestSecret).optional(),
  METRICS_KEY: secretList('METRICS_KEY', shortestMetricsKey).optional(),
  TRUSTED_PROXIES: z.string().default(''),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'SMTP_URL must start with smtp:// or smtps://')
    .optional(),
  MAIL_ADAPTER: z.enum(['outbox', 'smtp'], { error: 'MAIL_ADAPTER must be outbox or smtp' }).optional(),
  MAIL_FROM: z.string().min(3).optional(),
  SECURITY_CONTACT: z
    .string()
    .regex(/^(mailto:\S+@|https:\/\/)/, 'SECURITY_CONTACT must start with mailto: or https:')
    .optional(),
  CONTACT_DELIVERY: z.enum(['inbox', 'off'], { error: 'CONTACT_DELIVERY must be inbox or off' }).default('inbox'),
  FILES_S3_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'FILES_S3_ENDPOINT must be an http or https address' })
    .optional(),
  FILES_S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]+$/, 'FILES_S3_BUCKET must be the name of a bucket')
    .optional(),
  FILES_S3_KEY: z.string().optional(),
  FILES_S3_SECRET: z.string().optional(),
  FILES_S3_REGION: z.string().optional(),
  ...channelEnvironment,
  ...moneyEnvironment,
  ...outwardEnvironment,
  ...tracingEnvironment,
  STANDBY_MISSING: z.enum(['go-on', 'stop'], { error: 'STANDBY_MISSING must be go-on or stop' }).default('go-on'),
  FREE_SPACE_MB: z.coerce
    .number({ error: 'FREE_SPACE_MB must be a number' })
    .min(0, 'FREE_SPACE_MB must be 0 or more')
    .default(256),
  BACKUP_FOLDER: z.string().startsWith('/', 'BACKUP_FOLDER must be the whole path of a folder').optional(),
  WEB_PROCESSES: z.coerce
    .number({ error: 'WEB_PROCESSES must be a number' })
    .int('WEB_PROCESSES must be a whole number')
    .min(1, 'WEB_PROCESSES must be between 1 and 16')
    .max(16, 'WEB_PROCESSES must be between 1 and 16')
    .optional(),
  STOP_NOTICE_SECONDS: z.coerce
    .number({ error: 'STOP_NOTICE_SECONDS must be a number' })
    .min(0, 'STOP_NOTICE_SECONDS must be between 0 and 60')
    .max(60, 'STOP_NOTICE_SECONDS must be between 0 and 60')
    .optional(),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error'], { error: 'LOG_LEVEL must be debug, info, warn or error' })
    .default('info'),
})

/** In seconds. Longer than two health checks of a load balancer, one second apart. */
const defaultStopNotice = 3

/** The names of all variables that are read. mode.server.ts says what each means to the demo. */
export const variables = Object.keys(environment.shape)

type Environment = z.infer<typeof environment>

export type Read = {
  config: Config
  secrets: Secrets
  /** Warnings for the operator, one sentence each: the product is safe, but lacks something. */
  missing: string[]
}

/** `demoSecret` is the secret that the demo generated for itself. Production never falls back to it. */
export function readConfig(env: Record<string, string | undefined>, demoSecret: string | null): Read {
  // An empty value in an environment file means "not set".
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const read = environment.safeParse(given)
  if (!read.success) {
    throw new ConfigError(`${read.error.issues[0]?.message ?? 'The configuration cannot be read'}.`)
  }
  const values = read.data
  const mode = modeOf(env)
  if (mode === 'production' && !values.DATABASE_URL) {
    throw new ConfigError('DATABASE_URL is missing: production needs a PostgreSQL of yours.')
  }
  const trustedProxies = proxiesOf(values)
  const origin = originOf(values, mode)
  const auth = authSecretsOf(values, mode, demoSecret)
  const mailFrom = values.MAIL_FROM ?? senderFor(values, mode)
  const smtpUrl = smtpOf(values, mode)
  const s3 = s3Of(values)
  const channels = readChannels(values, { demoSecret: mode === 'demo' ? (auth[0] ?? null) : null, mailFrom })
  const money = readMoney(values, { mode, origin })
  const tracing = readTracing(values)
  return {
    config: {
      mode,
      host: values.HOST,
      port: values.PORT,
      origin,
      trustedProxies,
      mail: { adapter: smtpUrl ? 'smtp' : 'outbox' },
      mailFrom,
      contactDelivery: values.CONTACT_DELIVERY,
      securityContact: values.SECURITY_CONTACT ?? `mailto:${/<([^>]+)>/.exec(mailFrom)?.[1] ?? mailFrom}`,
      files: { adapter: s3 ? 's3' : 'local' },
      ...channels.config,
      ...money.config,
      ...readOutward(values),
      ...tracing.config,
      standbyMissing: values.STANDBY_MISSING,
      leastFreeSpace: values.FREE_SPACE_MB * 1_000_000,
      backupFolder: backupFolderOf(values),
      webProcesses: values.WEB_PROCESSES ?? null,
      stopNoticeMs: (values.STOP_NOTICE_SECONDS ?? (mode === 'demo' ? 0 : defaultStopNotice)) * 1_000,
      logLevel: values.LOG_LEVEL,
    },
    secrets: {
      auth,
      databaseUrl: values.DATABASE_URL ?? null,
      databaseOwnerUrl: values.DATABASE_OWNER_URL ?? null,
      smtpUrl,
      s3,
      metrics: values.METRICS_KEY ?? [],
      traces: tracing.account,
      ...channels.secrets,
      ...money.secrets,
    },
    missing: [
      ...(origin.startsWith('https://') && trustedProxies.length === 0
        ? [
            'ORIGIN is https and TRUSTED_PROXIES is empty: all visitors count as one address, so name the proxy that has the certificate.',
          ]
        : []),
      ...money.missing,
    ],
  }
}

/** A PostgreSQL of the operator's own needs its own backups. Refused, so that nobody believes that we make them. */
function backupFolderOf({ BACKUP_FOLDER, DATABASE_URL }: Environment): string | null {
  if (BACKUP_FOLDER && DATABASE_URL) {
    throw new ConfigError(
      'BACKUP_FOLDER is for the embedded database, and DATABASE_URL names one of your own: take BACKUP_FOLDER away, and tell of backups by `npm run tried`.',
    )
  }
  return BACKUP_FOLDER ?? null
}

function originOf(values: Environment, mode: Config['mode']): string {
  if (values.ORIGIN) {
    const { origin, protocol, hostname } = new URL(values.ORIGIN)
    if (protocol === 'http:' && !isLoopback(hostname)) {
      throw new ConfigError('ORIGIN is http: passwords and alarms would go over the line in clear; it must be https.')
    }
    return origin
  }
  if (mode === 'production') {
    throw new ConfigError('ORIGIN is missing: set it to the address people open, such as https://kvartera.example.')
  }
  // The loopback address: the demo listens on this machine only (mode.server.ts).
  return `http://${values.HOST.includes(':') ? `[${values.HOST}]` : values.HOST}:${values.PORT}`
}

function authSecretsOf(values: Environment, mode: Config['mode'], demoSecret: string | null): string[] {
  const secrets = values.AUTH_SECRET ?? (mode === 'demo' && demoSecret ? [demoSecret] : null)
  if (!secrets) {
    throw new ConfigError('AUTH_SECRET is missing: set it to at least 32 random characters (openssl rand -base64 32).')
  }
  return secrets
}

function proxiesOf({ TRUSTED_PROXIES }: Environment): string[] {
  const proxies = TRUSTED_PROXIES.split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  try {
    proxyList(proxies)
  } catch {
    throw new ConfigError(
      'TRUSTED_PROXIES must be addresses or ranges, comma-separated, such as 10.0.0.1, 10.1.0.0/16.',
    )
  }
  const wide = proxies.find(isTooWide)
  if (wide) {
    throw new ConfigError(
      `TRUSTED_PROXIES is too wide in ${wide}: anybody there can say where they come from, so name nothing wider than /8, or /16 of IPv6.`,
    )
  }
  return proxies
}

/** Null: mail stays in the outbox. */
function smtpOf(values: Environment, mode: Config['mode']): string | null {
  const adapter = values.MAIL_ADAPTER ?? (values.SMTP_URL ? 'smtp' : mode === 'demo' ? 'outbox' : null)
  if (adapter === null) {
    throw new ConfigError(
      'SMTP_URL is missing: set it, or set MAIL_ADAPTER=outbox to keep all mail inside the product.',
    )
  }
  if (adapter === 'outbox') return null
  if (!values.SMTP_URL) throw new ConfigError('SMTP_URL is missing: MAIL_ADAPTER=smtp needs it.')
  if (!isLoopback(hostOf(values.SMTP_URL)) && /[?&](ignoreTLS=true|requireTLS=false|tls\.)/i.test(values.SMTP_URL)) {
    throw new ConfigError('SMTP_URL turns TLS off: links that open accounts would go over the line in clear.')
  }
  return values.SMTP_URL
}

/** All or nothing: with a partial configuration, uploads that end up in a local folder would be noticed too late. */
function s3Of(values: Environment): S3Place | null {
  const place = {
    endpoint: values.FILES_S3_ENDPOINT,
    bucket: values.FILES_S3_BUCKET,
    key: values.FILES_S3_KEY,
    secret: values.FILES_S3_SECRET,
    region: values.FILES_S3_REGION,
  }
  const missing = Object.entries(place).flatMap(([name, value]) =>
    value === undefined ? [`FILES_S3_${name.toUpperCase()}`] : [],
  )
  if (missing.length === Object.keys(place).length) return null
  if (missing.length > 0) {
    throw new ConfigError(`${missing.join(' and ')} is missing: the files go to S3 only when all of FILES_S3_* is set.`)
  }
  return place as S3Place
}

function senderFor(values: Environment, mode: Config['mode']): string {
  return `hej@${new URL(originOf(values, mode)).hostname}`
}
