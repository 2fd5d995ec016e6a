import type { Role } from '~/shared/role'

type Who = { emailVerified: boolean; hasCompany: boolean }

/** Why a person may not be given a role. Null if they may. */
export function whyNotRole(role: Role, { emailVerified, hasCompany }: Who): string | null {
  if (role !== 'member' && !emailVerified) {
    return 'Personen har inte bekräftat sin e-postadress. Skicka bekräftelsen igen, och vänta på den.'
  }
  return role === 'company' && !hasCompany ? 'Personen har inget registrerat företag' : null
}
