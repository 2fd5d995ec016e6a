import type { Role } from '~/shared/role'

/** What a person has beside a password. `asked`: they have chosen that a password alone shall not do. */
export type SecondSteps = { role: Role; hasApp: boolean; passkeys: number; asked: boolean }

/**
 * Whether a password alone no longer lets this person in. Kept as `profiles.two_factor_enabled`, which every guard
 * reads; whoever has it has shown a code or a passkey in each of their sessions, for the others end when it begins.
 */
export function asksForSecondStep({ role, hasApp, passkeys, asked }: SecondSteps): boolean {
  return hasApp || (passkeys > 0 && (asked || role === 'admin'))
}
