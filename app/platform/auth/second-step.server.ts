import { createAuthEndpoint } from 'better-auth/api'
import { symmetricDecrypt } from 'better-auth/crypto'
import type { Database } from '../database/database.server'
import type { Log } from '../log.server'
import type { BetterAuth } from './auth.server'
import { isDemoSecret } from './demo-second-factor.server'
import { unlessRefused } from './passwords.server'
import { plainRecoveryCode } from './recovery-code.server'
import { readAppSecret, takeStepOf } from './second-factor-store.server'
import { stepOf } from './totp.server'

/** The second step after the password: a TOTP code or a recovery code. Each code is valid once. */
export type SecondStep = {
  /** The person whose login awaits the second step in this browser; null if there is none. */
  waiting(headers: Headers): Promise<string | null>
  /** Completes the login. Returns the new session's cookies; null for a code that is wrong or already used. */
  pass(headers: Headers, code: string): Promise<string[] | null>
  /** Uses up a code of a person who is logged in. False if it is wrong or already used. */
  spend(headers: Headers, personId: string, code: string): Promise<boolean>
}

const isFromApp = (code: string) => /^\d{6}$/.test(code)

export function openSecondStep(
  auth: BetterAuth,
  db: Database,
  log: Pick<Log, 'security'>,
  isDemo: boolean,
): SecondStep {
  const waiting = async (headers: Headers) =>
    (await auth.api.waitingAtSecondStep({ headers: withoutSession(headers) })).personId

  /**
   * Replay protection: the time step is marked as used in one statement before the login goes on, so that of two
   * concurrent requests with the same code only one succeeds.
   */
  async function takeStep(personId: string, code: string): Promise<boolean> {
    const { secretConfig } = await auth.$context
    const sealed = await readAppSecret(db, personId)
    if (sealed === undefined) return false
    const secret = await symmetricDecrypt({ key: secretConfig, data: sealed })
    const step = stepOf(secret, code, Date.now())
    if (step === null) return false
    // The demo shows its administrator's code to everybody, so several people may use it within the same half minute.
    if (isDemo && isDemoSecret(secret)) return true
    return takeStepOf(db, personId, sealed, step)
  }

  const spendRecoveryCode = (headers: Headers, code: string) =>
    unlessRefused(auth.api.verifyBackupCode({ body: { code: plainRecoveryCode(code) }, headers, returnHeaders: true }))

  async function spendAppCode(headers: Headers, personId: string, code: string) {
    // A wrong code is passed to the library too, because it counts the wrong codes of a login.
    const isTaken = await takeStep(personId, code)
    const body = { code: isTaken ? code : unusable }
    return unlessRefused(auth.api.verifyTOTP({ body, headers, returnHeaders: true }))
  }

  const tell = (isRight: boolean, actorId: string, what: string) =>
    log.security({ kind: isRight ? 'login' : 'login failed', actorId, what })

  return {
    waiting,
    async pass(headers, code) {
      const own = withoutSession(headers)
      const personId = await waiting(own)
      if (personId === null) return null
      const passed = await (isFromApp(code) ? spendAppCode(own, personId, code) : spendRecoveryCode(own, code))
      tell(passed !== null, personId, isFromApp(code) ? 'second step' : 'recovery code')
      return passed?.headers.getSetCookie() ?? null
    },
    async spend(headers, personId, code) {
      const isRight = isFromApp(code)
        ? await takeStep(personId, code)
        : (await spendRecoveryCode(headers, code)) !== null
      if (!isRight) tell(false, personId, 'second step asked again')
      return isRight
    },
  }
}

/** A value that no app ever shows, so the library refuses it. */
const unusable = ''

/**
 * Removes session cookies. A login is judged by its own cookie alone: with a session cookie present, the library would
 * use that session's person.
 */
function withoutSession(headers: Headers): Headers {
  const own = new Headers(headers)
  const cookies = (headers.get('cookie') ?? '').split(/;\s*/).filter((cookie) => !/session_token=/.test(cookie))
  own.set('cookie', cookies.join('; '))
  return own
}

/**
 * An endpoint that returns whose login awaits the second step. Only endpoints of the library can read its signed
 * cookie.
 */
export const secondStepPlugin = () => ({
  id: 'second-step' as const,
  endpoints: {
    waitingAtSecondStep: createAuthEndpoint(
      '/second-step/waiting',
      { method: 'GET', requireHeaders: true, metadata: { scope: 'server' } },
      async (ctx): Promise<{ personId: string | null }> => {
        const { name } = ctx.context.createAuthCookie('two_factor')
        const identifier = await ctx.getSignedCookie(name, ctx.context.secret)
        const kept = identifier ? await ctx.context.internalAdapter.findVerificationValue(identifier) : null
        return { personId: kept && kept.expiresAt > new Date() ? kept.value : null }
      },
    ),
  },
})
