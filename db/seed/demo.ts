import type { House } from '~/platform/house.server'

/** Made up, like everything in the demo neighbourhood; only shown when there is no DATABASE_URL. */
export const demoLogins = [
  { who: 'Boende', email: 'boende@demo.se', password: 'kvarter12540' },
  { who: 'Företag', email: 'foretag@demo.se', password: 'kvarter12540' },
  { who: 'Administratör', email: 'admin@demo.se', password: 'kvarter12540' },
]

export async function seedDemo(_house: House): Promise<void> {}
