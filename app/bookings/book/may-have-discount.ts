import { mayUseDiscounts } from '~/membership/public'
import type { MemberStatus } from '~/shared/member-status'

/** The neighbours' discount is for members who are square with the neighbourhood; the alarm is for everyone. */
export function mayHaveDiscount({ memberStatus }: { memberStatus: string | null }): boolean {
  // The database knows no other words for it (profiles.member_status).
  return mayUseDiscounts(memberStatus as MemberStatus | null)
}
