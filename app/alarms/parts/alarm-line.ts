import { sharedLine } from '~/live/public'
import { type News, readNews } from '../history/alarm-wire'

/** An event of the alarm stream: news of an alarm, or a change of the connection or of one's rights. */
export type Heard = { kind: 'news'; news: News } | { kind: 'opened' } | { kind: 'lost' } | { kind: 'changed' }

const events = {
  alarm: (data: string): Heard => ({ kind: 'news', news: readNews(data) }),
  /** Permissions or the session have changed, so the page must revalidate. */
  changed: (): Heard => ({ kind: 'changed' }),
}
const states = { opened: { kind: 'opened' }, lost: { kind: 'lost' } } as const

/** Separate streams for a logged-in person and for a guard with a personal link, each shared between tabs. */
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
