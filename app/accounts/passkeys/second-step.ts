import type { Role } from '~/shared/role'

/** What a person has beside a password. `asked`: they chose that a password alone does not suffice. */
export type SecondSteps = { role: Role; hasApp: boolean; passkeys: number; asked: boolean }

/**
 * Whether the second factor is on. Stored as `profiles.two_factor_enabled`, which every guard reads. All sessions of
 * such a person have shown a code or a passkey, because the others end when it turns on.
 */
export function asksForSecondStep({ role, hasApp, passkeys, asked }: SecondSteps): boolean {
  return hasApp || (passkeys > 0 && (asked || role === 'admin'))
}
