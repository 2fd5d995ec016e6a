/** The deeds of the API that a key may be limited to. */
export const apiDeeds = {
  list: 'Se öppna larm',
  accept: 'Ta larm',
  reject: 'Säga att ni inte kommer',
  'on-the-way': 'Säga att ni är på väg',
  'on-site': 'Säga att ni är på plats',
  close: 'Avsluta larm',
} as const

export type ApiDeed = keyof typeof apiDeeds

/** Validity of a key. Always limited, so that a forgotten key stops working. */
export const keyDays = { 30: '30 dagar', 90: '90 dagar', 365: 'Ett år' } as const
