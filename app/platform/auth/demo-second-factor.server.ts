import { symmetricEncrypt } from 'better-auth/crypto'
import { authSecrets } from './auth-secrets.server'
import { codeAt, stepAt } from './totp.server'

/**
 * The demo's administrator has a second step like every other, but no phone with an app: its secret is this one,
 * and the page that asks for a code shows it. Only ever in the demo, whose passwords are shown too.
 */
const demoSecret = 'kvartera-demo-second-step-secret'

export const isDemoSecret = (secret: string) => secret === demoSecret

/** As the auth library keeps it. Nobody has been given recovery codes: a list that is empty is one whose codes are used up. */
export async function sealDemoSecondFactor(secrets: readonly string[]) {
  const { sealing: key } = authSecrets(secrets)
  return {
    secret: await symmetricEncrypt({ key, data: demoSecret }),
    backup_codes: await symmetricEncrypt({ key, data: 'null' }),
  }
}

/** What an app would show now. */
export const demoCode = (now: Date) => codeAt(demoSecret, stepAt(now.getTime()))
