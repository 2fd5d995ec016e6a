import type { AlarmLine, OwnAlarm, PartnerAlarm } from './alarm-views'

/** What the member's page shows; the timeline has a page of its own. */
export type FollowedAlarm = Omit<OwnAlarm, 'timeline'>

/**
 * What the alarm stream carries: to each only what they may see at the moment it is written. `now` is when it was
 * read, so that a page can tell which of two words about the same alarm is the newer.
 */
export type OwnNews = { now: Date; own: FollowedAlarm }
export type PartnerNews = { now: Date; partner: PartnerAlarm }
export type AdminNews = { now: Date; line: AlarmLine }
export type News = OwnNews | PartnerNews | AdminNews

/** Dates travel as text; a field that holds one is named `at`, `…At` or `now`. */
export function readNews(text: string): News {
  return JSON.parse(text, (key, value) =>
    typeof value === 'string' && /^(at|now|.*At)$/.test(key) ? new Date(value) : value,
  ) as News
}

export function writeNews(news: News): string {
  return JSON.stringify(news)
}
