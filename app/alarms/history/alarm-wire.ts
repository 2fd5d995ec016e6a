import type { AlarmLine, OwnAlarm, PartnerAlarm } from './alarm-views'

/** What the member's page shows. The timeline is left out: it has its own page. */
export type FollowedAlarm = Omit<OwnAlarm, 'timeline'>

/**
 * Messages of the alarm stream, each with only what its receiver may see. `now` is the time of reading, so that a page
 * can tell which of two messages about an alarm is newer.
 */
export type OwnNews = { now: Date; own: FollowedAlarm }
export type PartnerNews = { now: Date; partner: PartnerAlarm }
export type AdminNews = { now: Date; line: AlarmLine }
export type News = OwnNews | PartnerNews | AdminNews

/** Parses a message. Dates travel as text: every field named `at`, `…At` or `now` is turned back into a Date. */
export function readNews(text: string): News {
  return JSON.parse(text, (key, value) =>
    typeof value === 'string' && /^(at|now|.*At)$/.test(key) ? new Date(value) : value,
  ) as News
}

export function writeNews(news: News): string {
  return JSON.stringify(news)
}
