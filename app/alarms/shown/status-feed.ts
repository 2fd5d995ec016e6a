import { PRODUCT_NAME } from '~/shared/product'
import { inText } from './markup'
import { goesOn, type Status, serviceIncidents } from './status'
import { eventInWords } from './status-page'

/** The service's incidents as an Atom feed (RFC 4287). An entry keeps its id when the incident ends. */
export function statusFeed({ writtenAt, events }: Status, origin: string): string {
  const page = inText(`${origin}/status`)
  const newest = events
    .map(({ beganAt, endedAt }) => endedAt ?? beganAt)
    .reduce((one, other) => (one > other ? one : other), new Date(0))
  const entries = events.map((event) => {
    const { day, kind, beganAt, endedAt } = event
    return `<entry>
<id>${page}#${day}-${kind.replaceAll(' ', '-')}</id>
<title>${inText(serviceIncidents[kind])}${goesOn(event) ? ' (pågår)' : ''}</title>
<published>${beganAt.toISOString()}</published>
<updated>${(endedAt ?? beganAt).toISOString()}</updated>
<link rel="alternate" href="${page}"/>
<summary>${eventInWords(event)}</summary>
</entry>`
  })
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="sv">
<id>${page}</id>
<title>Driftstatus – ${inText(PRODUCT_NAME)}</title>
<updated>${(events.length > 0 ? newest : writtenAt).toISOString()}</updated>
<author><name>${inText(PRODUCT_NAME)}</name></author>
<link rel="alternate" href="${page}"/>
<link rel="self" href="${page}.atom"/>
${entries.join('\n')}
</feed>
`
}
