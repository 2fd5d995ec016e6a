import { isNameIn } from '~/shared/chosen'
import type { Role } from '~/shared/role'

/** The topics that people choose among. */
export const topics = {
  bookings: { label: 'Bokningar', text: 'Förfrågningar, bekräftelser, ändringar och påminnelser' },
  reviews: { label: 'Omdömen', text: 'Nya omdömen, och svar på dem' },
  points: { label: 'Poäng', text: 'När du får eller löser in Kvarterspoäng' },
  membership: { label: 'Medlemskap', text: 'Provperiod, betalning och fria månader' },
  patrols: { label: 'Ronder', text: 'När ronden går i ditt kvarter' },
  company: { label: 'Paket och tillstånd', text: 'Er plats i kvarteret, betalning och granskning' },
  operations: { label: 'Drift', text: 'När något behöver en människa: lågt saldo, fel, granskning' },
  other: { label: 'Övrigt', text: 'Sådant som inte hör till något av det andra' },
} as const satisfies Record<string, { label: string; text: string }>

export type Topic = keyof typeof topics

const ofRole = {
  member: ['bookings', 'reviews', 'points', 'membership', 'patrols', 'other'],
  company: ['bookings', 'reviews', 'company', 'patrols', 'other'],
  admin: ['operations', 'other'],
} as const satisfies Record<Role, readonly Topic[]>

/** The topics offered to a role, in order. */
export const topicsOf = (role: Role): readonly Topic[] => ofRole[role]

const firstWords: Record<string, Topic> = {
  booking: 'bookings',
  bookings: 'bookings',
  review: 'reviews',
  points: 'points',
  membership: 'membership',
  trial: 'membership',
  payment: 'membership',
  receipt: 'membership',
  ambassador: 'membership',
  patrol: 'patrols',
  shift: 'patrols',
  package: 'company',
  company: 'company',
  permit: 'company',
  invoice: 'company',
  operations: 'operations',
}

/** A kind's first word decides its topic: "booking confirmed". An unknown word falls under 'other'. */
export function topicOf(kind: string): Topic {
  return firstWords[kind.split(' ')[0] ?? ''] ?? 'other'
}

/** Drops names that the code no longer knows. */
export function topicsFrom(names: readonly string[]): Topic[] {
  return names.filter((name): name is Topic => isNameIn(topics, name))
}
