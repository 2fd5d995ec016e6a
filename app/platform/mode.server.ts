import { ConfigError } from './config-error'

export type Mode = 'demo' | 'production'

/**
 * Variables that exist only in production: database, secret, mail, money, seller. One that is set but empty counts too:
 * an environment file that lost a value must not open the demo, whose logins everybody knows.
 */
const ofProduction = /^(DATABASE_(OWNER_)?URL|STANDBY_MISSING|AUTH_SECRET|SMTP_URL|(STRIPE|SWISH|OPERATOR)_[A-Z_]+)$/
/** Production variables that may also be tried in the demo on this machine, if MODE=demo is set explicitly. */
const canBeTried =
  /^(TRUSTED_PROXIES|(FILES_S3|ELKS|VAPID|CENTRE|VOICE)_[A-Z_]+|SMS_SENDER|WEBHOOK_SECRET|PUSH_SERVICES|MAIL_FROM|SECURITY_CONTACT|MAP_ADDRESS|METRICS_KEY|EMERGENCY_ANSWER_(SECONDS|SOURCE)|STATUS_FOLDER|OTEL_(EXPORTER_OTLP_(ENDPOINT|HEADERS)|TRACES_SAMPLER_ARG))$/

type Environment = Readonly<Record<string, string | undefined>>

/** The mode by MODE; without it, a DATABASE_URL means production, and nothing at all means the demo. */
export function modeOf(env: Environment): Mode {
  const mode = env.MODE || (env.DATABASE_URL ? 'production' : 'demo')
  if (mode !== 'demo' && mode !== 'production') throw new ConfigError('MODE must be demo or production.')
  if (mode === 'demo') refuseOpenDemo(env)
  if (!env.MODE && mode === 'demo') refuseUnasked(env)
  return mode
}

function refuseOpenDemo(env: Environment) {
  const set = namesIn(env, ofProduction)
  if (set) {
    throw new ConfigError(
      `${set} is set, also if to nothing, so this is not started as the demo: set DATABASE_URL for production, or take it away.`,
    )
  }
  if (!isLoopback(env.HOST || '127.0.0.1')) {
    throw new ConfigError(
      'HOST is not this machine alone: the demo, whose logins everybody knows, is for 127.0.0.1; set DATABASE_URL for production.',
    )
  }
  if (env.ORIGIN && !isLoopback(hostOf(env.ORIGIN))) {
    throw new ConfigError(
      'ORIGIN is not this machine: the demo, whose logins everybody knows, is for 127.0.0.1; set DATABASE_URL for production.',
    )
  }
}

function refuseUnasked(env: Environment) {
  const set = namesIn(env, canBeTried)
  if (!set) return
  throw new ConfigError(
    `${set} is set, also if to nothing, so this is not started as the demo by itself: set DATABASE_URL for production, or MODE=demo to try it on this machine, or take it away.`,
  )
}

const namesIn = (env: Environment, which: RegExp) =>
  Object.keys(env)
    .filter((name) => which.test(name) && env[name] !== undefined)
    .sort()
    .join(', ')

/** A name or address that is reachable only from this machine. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)
}

/** The host of a URL. Text that is not a URL is returned unchanged, and so never counts as loopback. */
export function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).hostname : address
}
