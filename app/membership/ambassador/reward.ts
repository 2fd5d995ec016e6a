/** The state of a tip. 'waiting': no member has proven the number yet. */
export type RewardState = 'waiting' | 'granted' | 'revoked'

export const rewardStateLabels = {
  waiting: 'Väntar på att numret bekräftas',
  granted: '12 månader givna',
  revoked: 'Tillbakataget',
} as const satisfies Record<RewardState, string>
