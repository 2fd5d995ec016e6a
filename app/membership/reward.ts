/** What has become of a tip. Waiting: no member has the number yet. */
export type RewardState = 'waiting' | 'granted' | 'revoked'

export const rewardStateLabels = {
  waiting: 'Väntar på en medlem',
  granted: '12 månader givna',
  revoked: 'Återtaget',
} as const satisfies Record<RewardState, string>
