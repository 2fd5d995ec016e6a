import type { Config } from '../config.server'
import type { Database } from '../database/database.server'
import type { Log } from '../log.server'
import { openBetterAuth, sessionCookie } from './auth.server'
import { authSecrets } from './auth-secrets.server'
import { openPasswords, type Passwords } from './passwords.server'
import { openSecondFactor, type SecondFactor } from './second-factor.server'
import { openSecondStep, type SecondStep } from './second-step.server'
import { openSessions, type Sessions } from './sessions.server'
import { openTokens, type Tokens } from './tokens.server'

export type Auth = {
  sessions: Sessions
  passwords: Passwords
  secondFactor: SecondFactor
  secondStep: SecondStep
  tokens: Tokens
}

export function openAuth(config: Config, secrets: readonly string[], db: Database, log: Log): Auth {
  const derived = authSecrets(secrets)
  const auth = openBetterAuth(config, derived, db, log)
  return {
    sessions: openSessions(auth, derived, { db, log, cookieName: sessionCookie(config) }),
    passwords: openPasswords(auth),
    secondFactor: openSecondFactor(auth),
    secondStep: openSecondStep(auth, db, log, config.mode === 'demo'),
    tokens: openTokens(auth),
  }
}
