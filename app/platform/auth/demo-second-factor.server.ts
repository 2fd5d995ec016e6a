import { symmetricEncrypt } from 'better-auth/crypto'
import { authSecrets } from './auth-secrets.server'
import { codeAt, stepAt } from './totp.server'

/**
 * The TOTP secret of the demo's administrator, who has a second step but no phone with an app. The page that asks for
 * the code shows it. Only in the demo, which shows its passwords too.
 */
const demoSecret = 'kvartera-demo-second-step-secret'

export const isDemoSecret = (secret: string) => secret === demoSecret

/**
 * The demo's second factor, encrypted as the auth library stores it. Recovery codes are `null` because none were ever
 * issued; an empty list would mean that all are used up.
 */
export async function sealDemoSecondFactor(secrets: readonly string[]) {
  const { sealing: key } = authSecrets(secrets)
  return {
    secret: await symmetricEncrypt({ key, data: demoSecret }),
    backup_codes: await symmetricEncrypt({ key, data: 'null' }),
  }
}

/** The TOTP code that an app would show now. */
export const demoCode = (now: Date) => codeAt(demoSecret, stepAt(now.getTime()))
