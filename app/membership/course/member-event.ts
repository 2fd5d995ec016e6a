import { chosen } from '~/shared/chosen'
/** The reasons in a membership's history, with their labels. Each event has one. */
export const eventLabels = {
  joined: 'Gick med, provperioden började',
  'moved in': 'Fanns med när historiken började skrivas',
  'trial is over': 'Provperioden tog slut, nästa månad är betald',
  'free months are over': 'De fria månaderna tog slut, nästa månad är betald',
  'month unpaid': 'Den betalda tiden tog slut utan att nästa månad var betald',
  'month paid': 'En månad betalades',
  'tip gave months': 'Ett tips gav fria månader',
  'points gave months': 'Poäng byttes mot fria månader',
  'admin gave months': 'En administratör gav fria månader',
  'area gave a month': 'En fri månad, eftersom kvarteret inte är öppet',
  'months taken back': 'Fria månader togs tillbaka',
  'will leave': 'Sa upp medlemskapet',
  'will stay': 'Ångrade uppsägningen',
  left: 'Medlemskapet avslutades efter uppsägning',
  unpaid: 'Medlemskapet avslutades eftersom månaden inte betalades',
  withdrawn: 'Avtalet ångrades',
  returned: 'Kom tillbaka',
  'pause over': 'Medlemskapet fortsatte efter ett uppehåll, med några dagar till',
} as const satisfies Record<string, string>

export type EventReason = keyof typeof eventLabels

export const eventLabel = (why: string) => chosen(eventLabels, why) ?? why

/**
 * Whether the covered time ends with days that were given after a pause, and not with a paid month. `events` are a
 * membership's, latest first.
 */
export function endsInGivenDays(events: readonly { why: string }[]): boolean {
  const reasons: readonly string[] = ['month paid', 'pause over'] satisfies EventReason[]
  return events.find(({ why }) => reasons.includes(why))?.why === 'pause over'
}
