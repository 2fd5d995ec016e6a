import { mayUseDiscounts } from '~/membership/public'
import type { MemberStatus } from '~/shared/role'

/** The neighbours' discount is for members who are square with the neighbourhood; the alarm is for everyone. */
export function mayHaveDiscount({ memberStatus }: { memberStatus: MemberStatus | null }): boolean {
  return mayUseDiscounts(memberStatus)
}
