import { sharedLine } from '~/live/public'
import { type News, readNews } from '../history/alarm-wire'

/** What a page hears of alarms: news, or how the line itself stands. */
export type Heard = { kind: 'news'; news: News } | { kind: 'opened' } | { kind: 'lost' } | { kind: 'changed' }

const events = {
  alarm: (data: string): Heard => ({ kind: 'news', news: readNews(data) }),
  /** Something is to be asked for again: whom one may see, or who one is. */
  changed: (): Heard => ({ kind: 'changed' }),
}
const states = { opened: { kind: 'opened' }, lost: { kind: 'lost' } } as const

/** A person who is logged in, and a guard who came by a link of their own, have each their stream. */
export const listenAsPerson = sharedLine<Heard>({
  name: 'kvartera alarms',
  address: '/live/alarms',
  events,
  ...states,
})
export const listenAsGuard = sharedLine<Heard>({
  name: 'kvartera alarms of a guard',
  address: '/live/alarms/guard',
  events,
  ...states,
})
