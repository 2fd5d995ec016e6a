import { lacksSecondFactor } from '~/door/guard.server'
import { hasApp } from '~/platform/auth/second-factor-store.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { formatDay, formatMomentSeen } from '~/shared/time'
import { isFresh } from '../login/fresh-login'
import { hasPassword, providerName } from '../login/provider-name'
import { readIdentities, readSessions } from '../login/session-store.server'
import { readPasskeys } from '../passkeys/passkey-store.server'
import { deviceName } from '../sessions/device-name'

/** One's own login methods and sessions, this device first. */
export async function readSecurity({ db, clock, auth }: House, signedIn: SignedIn) {
  const { person, sessionId } = signedIn
  const now = clock.now()
  const sessions = await readSessions(db, person.id, now)
  const identities = await readIdentities(db, person.id)
  const passkeys = await readPasskeys(db, person.id)
  return {
    isFresh: isFresh(signedIn, now),
    hasSecondFactor: person.twoFactorEnabled,
    hasApp: await hasApp(db, person.id),
    recoveryCodesLeft: person.twoFactorEnabled ? await auth.secondFactor.countRecoveryCodes(person.id) : null,
    hasPassword: hasPassword(identities),
    isAdmin: person.role === 'admin',
    needsSecondFactor: lacksSecondFactor(signedIn),
    sessions: sessions
      .map(({ id, userAgent, startedAt }) => ({
        id,
        device: deviceName(userAgent),
        started: formatMomentSeen(startedAt, now),
        isThis: id === sessionId,
      }))
      .sort((a, b) => Number(b.isThis) - Number(a.isThis)),
    identities: identities.map(({ id, provider, createdAt }) => ({
      id,
      name: providerName(provider),
      since: formatDay(createdAt),
    })),
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt, lastUsedOn }) => ({
      id,
      name,
      since: formatDay(createdAt),
      lastUsed: lastUsedAt && `${formatMomentSeen(lastUsedAt, now)}, ${deviceName(lastUsedOn)}`,
    })),
  }
}

export type SecurityShown = Awaited<ReturnType<typeof readSecurity>>
