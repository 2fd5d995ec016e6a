/** What a key may be for: the deeds of the interface, each by its name. */
export const apiDeeds = {
  list: 'Se öppna larm',
  accept: 'Ta larm',
  reject: 'Säga att ni inte kommer',
  'on-the-way': 'Säga att ni är på väg',
  'on-site': 'Säga att ni är på plats',
  close: 'Avsluta larm',
} as const

export type ApiDeed = keyof typeof apiDeeds

/** For how long; a key that nobody remembers should not open anything. */
export const keyDays = { 30: '30 dagar', 90: '90 dagar', 365: 'Ett år' } as const
