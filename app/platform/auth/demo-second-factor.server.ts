import { createHmac } from 'node:crypto'
import { symmetricEncrypt } from 'better-auth/crypto'
import { authSecrets } from './auth-secrets.server'

/**
 * The demo's administrator has a second step like every other, but no phone with an app: its secret is this one,
 * and the page that asks for a code shows it. Only ever in the demo, whose passwords are shown too.
 */
const demoSecret = 'kvartera-demo-second-step-secret'
const stepMs = 30_000

/** As the auth library keeps it. Nobody knows the recovery codes of the demo: there are none. */
export async function sealDemoSecondFactor(secrets: readonly string[]) {
  const { sealing: key } = authSecrets(secrets)
  return {
    secret: await symmetricEncrypt({ key, data: demoSecret }),
    backup_codes: await symmetricEncrypt({ key, data: '[]' }),
  }
}

/** What an app would show now: RFC 6238 with SHA-1 and six digits. */
export function demoCode(now: Date): string {
  const step = Buffer.alloc(8)
  step.writeBigUInt64BE(BigInt(Math.floor(now.getTime() / stepMs)))
  const digest = createHmac('sha1', demoSecret).update(step).digest()
  const offset = (digest.at(-1) ?? 0) & 15
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}
