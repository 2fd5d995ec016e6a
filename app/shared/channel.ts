/** The channels to somebody who is not looking at the page, quickest first. */
export const channels = ['sms', 'push', 'mail'] as const
export type Channel = (typeof channels)[number]

/** The channels that a person may choose in addition to mail. */
export const chosenChannels = { sms: 'SMS', push: 'Push' } as const satisfies Record<Exclude<Channel, 'mail'>, string>
export type ChosenChannel = keyof typeof chosenChannels
