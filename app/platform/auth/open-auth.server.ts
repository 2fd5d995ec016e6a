import type { Config } from '../config.server'
import type { Database } from '../database/database.server'
import type { Log } from '../log.server'
import { type AuthMail, openBetterAuth } from './auth.server'
import { authSecrets } from './auth-secrets.server'
import { type Emails, openEmails } from './emails.server'
import { openPasswords, type Passwords } from './passwords.server'
import { openSecondFactor, type SecondFactor } from './second-factor.server'
import { openSessions, type Sessions } from './sessions.server'
import { openTokens, type Tokens } from './tokens.server'

export type Auth = {
  sessions: Sessions
  passwords: Passwords
  secondFactor: SecondFactor
  emails: Emails
  tokens: Tokens
}

export function openAuth(config: Config, secrets: readonly string[], db: Database, log: Log, mail: AuthMail): Auth {
  const derived = authSecrets(secrets)
  const auth = openBetterAuth(config, derived, db, log, mail)
  return {
    sessions: openSessions(auth, derived),
    passwords: openPasswords(auth),
    secondFactor: openSecondFactor(auth),
    emails: openEmails(auth, mail),
    tokens: openTokens(auth),
  }
}
