export const memberStatuses = ['trial', 'active', 'free', 'past_due', 'ended'] as const
export type MemberStatus = (typeof memberStatuses)[number]
