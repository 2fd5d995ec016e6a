import { revokeEverything, updateMemberStatus, updateRole } from '~/accounts/public.server'
import { beginMembership, type GoesOn, resumeMembership } from '~/membership/public.server'
import type { House } from '~/platform/house.server'
import type { MemberStatus, Role } from '~/shared/role'

type Ports = Pick<House, 'db' | 'clock' | 'config' | 'above'>

/**
 * Gives a person a role, and logs them out everywhere. A new member begins the trial; one who was a member before goes
 * on where they left (`leaveRole`): returns how then, otherwise null. Precondition: the caller's transaction has locked
 * the person.
 */
export async function enterRole(
  ports: Ports,
  person: { id: string; status: MemberStatus | null },
  role: Role,
): Promise<GoesOn | null> {
  const { db, clock } = ports
  await updateRole(db, person.id, role, clock.now())
  await revokeEverything(ports, person.id)
  if (role !== 'member') return null
  if (person.status === null) await updateMemberStatus(db, [person.id], 'trial', clock.now())
  await beginMembership(ports, person.id)
  return resumeMembership(ports, person.id)
}
