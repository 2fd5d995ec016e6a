import { chosen } from '~/shared/chosen'
import { formatMoment } from '~/shared/time'
import { declineReasons } from '../answer/sayings/decline'
import { falseReasons } from '../answer/sayings/false-alarm'
import type { Entry } from '../history/alarm-views'
import { timelineLabels } from '../history/timeline'

const seconds = new Intl.DateTimeFormat('sv-SE', { second: '2-digit', timeZone: 'Europe/Stockholm' })

/** The timeline of an alarm, oldest first, with who did what. */
export function TimelineList({ entries }: { entries: readonly Entry[] }) {
  return (
    <ol className="grid gap-4 border-line border-l-3 pl-5">
      {entries.map((entry) => (
        <li key={entry.id} className="relative">
          <span aria-hidden="true" className="absolute top-2 -left-[1.6rem] size-3 rounded-full bg-lamp" />
          <p className="tabular text-small text-soft">
            {formatMoment(entry.at)}.{seconds.format(entry.at).padStart(2, '0')}
          </p>
          <p>
            <span className="font-semibold">{labelOf(entry.kind)}</span>
            {whoOf(entry)}
            <Facts facts={entry.facts} />
          </p>
        </li>
      ))}
    </ol>
  )
}

function labelOf(kind: string): string {
  return chosen(timelineLabels, kind) ?? kind
}

const nameless = { member: 'den som larmade', partner: 'en partner', operator: 'jouren', system: '' } as const

function whoOf({ by, name }: Entry): string {
  const who = name || nameless[by]
  return who ? ` · ${who}` : ''
}

const vias: Record<string, string> = {
  page: 'på sidan',
  link: 'med sin länk',
  sms: 'med SMS',
  voice: 'på telefon',
  api: 'från eget system',
}
const whys: Record<string, string> = {
  ...declineReasons,
  ...falseReasons,
  'handed back': 'larmet lämnades tillbaka',
  press: 'larmade igen',
  silent: 'ingen hördes av',
  walk: 'Följ mig hem: kom inte hem i tid',
}

function Facts({ facts }: { facts: Entry['facts'] }) {
  const words = [
    typeof facts.people === 'number' && (facts.people > 0 || !facts.operators)
      ? `${facts.people} ${facts.people === 1 ? 'person' : 'personer'}`
      : '',
    typeof facts.operators === 'number' && facts.operators > 0 ? `${facts.operators} i jouren` : '',
    typeof facts.via === 'string' ? (vias[facts.via] ?? '') : '',
    typeof facts.why === 'string' ? (whys[facts.why] ?? '') : '',
    typeof facts.urgency === 'number' ? `gång ${facts.urgency}` : '',
  ].filter(Boolean)
  return words.length > 0 ? <span className="text-soft"> ({words.join(', ')})</span> : null
}
