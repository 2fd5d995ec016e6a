import type { Subject } from '~/platform/realtime/hint'
import { sharedLine } from './shared-line'

type Heard = Subject | 'everything'

/** The browser's shared stream of hints. */
export const listenToHints = sharedLine<Heard>({
  name: 'kvartera live',
  address: '/live',
  opened: 'everything',
  events: { hint: (data) => data as Heard },
})
