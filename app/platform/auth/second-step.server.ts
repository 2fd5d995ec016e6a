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

/** What is asked for after the password: a code from an app, or a recovery code. Either is good once. */
export type SecondStep = {
  /** Whose login waits for its second step in this browser; null when none does. */
  waiting(headers: Headers): Promise<string | null>
  /** Ends the wait: the cookies of the new session, or null for a code that is wrong or was used before. */
  pass(headers: Headers, code: string): Promise<string[] | null>
  /** Uses up a code of somebody who is logged in. False when it is wrong, or was used before. */
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

  /** Written down before anybody is let in, in one statement: of two who bring the same code at once, one gets in. */
  async function takeStep(personId: string, code: string): Promise<boolean> {
    const { secretConfig } = await auth.$context
    const sealed = await readAppSecret(db, personId)
    if (sealed === undefined) return false
    const secret = await symmetricDecrypt({ key: secretConfig, data: sealed })
    const step = stepOf(secret, code, Date.now())
    if (step === null) return false
    // The demo shows its administrator's code to everybody, so that many log in within the same half minute.
    if (isDemo && isDemoSecret(secret)) return true
    return takeStepOf(db, personId, sealed, step)
  }

  const spendRecoveryCode = (headers: Headers, code: string) =>
    unlessRefused(auth.api.verifyBackupCode({ body: { code: plainRecoveryCode(code) }, headers, returnHeaders: true }))

  async function spendAppCode(headers: Headers, personId: string, code: string) {
    // A wrong code goes to the library as well, which counts those of one login.
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

/** What no app ever shows. */
const unusable = ''

/** A login is judged by its own cookie alone: with a session beside it the library would look at whose that is. */
function withoutSession(headers: Headers): Headers {
  const own = new Headers(headers)
  const cookies = (headers.get('cookie') ?? '').split(/;\s*/).filter((cookie) => !/session_token=/.test(cookie))
  own.set('cookie', cookies.join('; '))
  return own
}

/** Lets us ask the library whose login waits, which only its own endpoints can read from the cookie. */
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
