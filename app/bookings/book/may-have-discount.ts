import { mayUseDiscounts } from '~/membership/public'
import type { MemberStatus } from '~/shared/role'

/** The neighbours' discount requires a membership that is paid, on trial or free. The alarm does not. */
export function mayHaveDiscount({ memberStatus }: { memberStatus: MemberStatus | null }): boolean {
  return mayUseDiscounts(memberStatus)
}
