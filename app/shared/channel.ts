/** The ways to somebody who is not looking at the page, the quickest first. */
export const channels = ['sms', 'push', 'mail'] as const
export type Channel = (typeof channels)[number]

/** Those that somebody chooses besides their mail. */
export const chosenChannels = { sms: 'SMS', push: 'Push' } as const satisfies Record<Exclude<Channel, 'mail'>, string>
export type ChosenChannel = keyof typeof chosenChannels
