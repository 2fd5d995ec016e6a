import { daysAfter, laterDay } from '~/shared/time'

/** Days between being told of new terms and their start, as /villkor promises. The database holds them too. */
export const noticeDays = 30

export type TermsVersion = {
  /** The day of its release, from which it applies to whoever creates an account. Every acceptance is stored with it. */
  name: string
  /** Null if nothing changed that matters to those who have an account: nobody is told of other words. */
  news: {
    /** What changed, in plain sentences that suit members and companies, for the mail and for /villkor. */
    changes: readonly string[]
    /** The day from which it applies to those who have an account, unless they are told too late for that. */
    earlierFrom: string
  } | null
}

/**
 * The versions of /villkor and /integritet, oldest first. Add one with every change of these texts: this is the only
 * place that knows of versions. Leave out none, since people have accepted each.
 */
export const termsVersions = [
  { name: '2026-11-23', news: null },
  {
    name: '2026-11-29',
    news: {
      changes: [
        'Nu står det vad som gäller när vi spärrar ett konto. Den som blir spärrad får veta skälet i ett mejl och kan svara. Så länge går det inte att logga in eller larma från kontot, och ett företag syns inte.',
        'Under spärren står det som är bokat kvar. Ingen ny månad kostar något, men tid som redan är betald löper. Hade vi fel får den som var spärrad tillbaka den tiden.',
      ],
      earlierFrom: '2027-01-15',
    },
  },
  { name: '2026-11-30', news: null },
] as const satisfies readonly [TermsVersion, ...TermsVersion[]]

/** The place on /villkor that says what is new. */
export const newsId = 'nytt'

type WithNews = TermsVersion & { news: NonNullable<TermsVersion['news']> }

/** The version that is accepted now. */
export const currentTerms = (versions: readonly TermsVersion[] = termsVersions) =>
  (versions.at(-1) as TermsVersion).name

/** The versions after `known` that matter to whoever has accepted or been told of that one, oldest first. */
export function newsAfter(known: string, versions: readonly TermsVersion[] = termsVersions): WithNews[] {
  return versions.filter((version): version is WithNews => version.news !== null && version.name > known)
}

/** The newest version that matters to those who have an account. Undefined if none ever did. */
export const newestNews = (versions: readonly TermsVersion[] = termsVersions) => newsAfter('', versions).at(-1)

/**
 * The day from which new versions apply to somebody who is told of them today. A day more than the promised notice,
 * since a mail that cannot be sent at once is retried for most of a day.
 */
export function appliesFrom(missed: readonly WithNews[], today: string): string {
  return missed.map(({ news }) => news.earlierFrom).reduce(laterDay, daysAfter(today, noticeDays + 1))
}
