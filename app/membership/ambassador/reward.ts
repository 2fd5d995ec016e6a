/** What has become of a tip. Waiting: no member has shown that the number is theirs. */
export type RewardState = 'waiting' | 'granted' | 'revoked'

export const rewardStateLabels = {
  waiting: 'Väntar på att numret bekräftas',
  granted: '12 månader givna',
  revoked: 'Tillbakataget',
} as const satisfies Record<RewardState, string>
