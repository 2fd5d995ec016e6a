import { PRODUCT_NAME } from '~/shared/product'
import { formatClock, formatDate, formatMoment } from '~/shared/time'
import { inText } from './markup'
import {
  type CanaryChannel,
  type CanaryDay,
  canaryInWords,
  channelNames,
  checkEveryMs,
  type DayState,
  dayWords,
  type Status,
  type StatusEvent,
  serviceIncidents,
} from './status'

/** The design tokens' colours, light and dark, inlined: the page must work on a machine without our style sheets. */
const style = `
:root{color-scheme:light dark;--paper:#fbf7ef;--surface:#fff;--line:#d9cfbc;--ink:#14231d;--soft:#46564e;--spruce:#17513f;--alarm:#b3201b;--edge:#8a8474}
@media(prefers-color-scheme:dark){:root{--paper:#0e1714;--surface:#16221d;--line:#2f4139;--ink:#f3efe4;--soft:#b5c2ba;--spruce:#7ccba9;--alarm:#ff8a7e;--edge:#7c8f85}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:1.0625rem/1.55 "Familjen Grotesk",system-ui,sans-serif;overflow-wrap:break-word;hyphens:auto}
main{max-width:52rem;margin:0 auto;padding:2rem min(1rem,5vw) 4rem}
h1{font-size:min(2rem,11vw);line-height:1.1}h2{font-size:1.35rem;margin:2.5rem 0 .5rem}
a{color:var(--spruce)}p{max-width:60ch}
.soft{color:var(--soft)}
.now{border:2px solid var(--spruce);border-radius:14px;background:var(--surface);padding:1rem 1.25rem;font-size:1.25rem;font-weight:600}
.now.wrong{border-color:var(--alarm)}
.strip{display:block;width:100%;height:2.75rem;background:var(--surface);border:1px solid var(--line);border-radius:6px}
.well{fill:var(--spruce)}.disturbed{fill:var(--alarm)}.unknown{fill:none;stroke:var(--edge);stroke-width:.5}
.ends{display:flex;justify-content:space-between;font-size:.9rem;color:var(--soft)}
.table{container-type:inline-size}table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.4rem .75rem .4rem 0;border-bottom:1px solid var(--line);vertical-align:top;overflow-wrap:break-word}
@container(max-width:18rem){table,tbody,tr,th,td{display:block}thead{position:absolute;clip-path:inset(50%)}tr{padding:.4rem 0;border-bottom:1px solid var(--line)}th,td{padding:0;border:0}}
li{margin:.35rem 0}summary{min-height:3rem;padding:.7rem 0;cursor:pointer}
:focus-visible{outline:3px solid #f5b83d;outline-offset:2px}
@media print{:root{--paper:#fff;--surface:#fff;--ink:#000;--soft:#333;--spruce:#000;--alarm:#000}}`

/** The checks do not cover whether there is somebody to call in a postcode, and the page must not imply it. */
const aboutWhat =
  '<p>Det gäller tekniken: larm tas emot och skickas till dem som ska larmas. Om det finns någon att larma just där du bor står på larmets egen sida.</p>\n'

/** The page as one file, without scripts or requests. The product serves the same, with a CSP nonce for its style. */
export function statusPage(status: Status, origin: string, nonce: string | null): string {
  const { isWell, writtenAt, days, canaries, events } = status
  const next = new Date(writtenAt.getTime() + checkEveryMs)
  const known = days.filter(({ state }) => state !== 'unknown')
  const disturbed = days.filter(({ state }) => state === 'disturbed')
  return `<!doctype html>
<html lang="sv">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Driftstatus – ${PRODUCT_NAME}</title>
<meta name="description" content="Om larmen fungerar just nu, och hur det har gått de senaste nittio dagarna.">
<link rel="alternate" type="application/atom+xml" title="Driftstatus" href="status.atom">
<style${nonce ? ` nonce="${nonce}"` : ''}>${style}</style>
</head>
<body>
<main>
<p><a href="${origin}/">${PRODUCT_NAME}</a></p>
<h1>Driftstatus</h1>
<p class="now${isWell ? '' : ' wrong'}">${isWell ? '✓ Larmen fungerar.' : '⚠ Något är fel med larmen just nu. Ring 112 om du behöver hjälp.'}</p>
${isWell ? aboutWhat : ''}<p class="soft">Skrivet ${formatMoment(writtenAt)}. Nästa gång senast kl. ${formatClock(next)}: är klockan mycket mer än så har vi slutat skriva, och då vet vi inte hur det står till.</p>
<h2>De senaste nittio dagarna</h2>
<p>${daysInWords(known.length, disturbed.length)}</p>
${strip(days.map(({ state }) => state))}
<p class="ends"><span>${formatDate(days[0]?.day ?? '')}</span><span>i dag</span></p>
<p class="soft">Full stapel: fungerade. Halv stapel: stördes. Tom ram: ingen uppgift.</p>
<details><summary>Dag för dag</summary>${dayTable(status)}</details>
<h2>Det som har hänt</h2>
${events.length === 0 ? `<p>${disturbed.length === 0 ? 'Inget att berätta om på nittio dagar.' : 'Larmens egna kontroller fick inte svar i tid. Inget mer är uppskrivet.'}</p>` : `<ul>${events.map((event) => `<li>${eventInWords(event)}</li>`).join('')}</ul>`}
<p><a href="status.atom">Följ det som händer (Atom)</a></p>
<h2>Det senaste testlarmet</h2>
<p class="soft">Vi skickar själva ett testlarm då och då, samma väg som ett riktigt, till väktarnas telefoner.</p>
${table(['Väg', 'Senast', 'Hur det gick den dagen'], canaries.map(canaryRow))}
<details><summary>Testlarm dag för dag</summary>${canaryTable(canaries)}</details>
</main>
</body>
</html>
`
}

function daysInWords(known: number, disturbed: number): string {
  if (known === 0) return 'Vi vet inget om dagarna än.'
  const what =
    disturbed === 0 ? 'Inget har stört larmen' : `Larmen stördes ${disturbed === 1 ? 'en dag' : `${disturbed} dagar`}`
  return `${what} på ${known === 1 ? 'den enda dag' : `de ${known} dagar`} som vi vet något om.`
}

/** One bar per day. Height differs by state too, so that colour is not the only sign. */
function strip(states: readonly DayState[]): string {
  const bars = states.map((state, index) => {
    const [y, height] = state === 'disturbed' ? [12, 10] : [2, 20]
    return `<rect x="${index * 4 + 0.5}" y="${y}" width="3" height="${height}" class="${state}"/>`
  })
  return `<svg class="strip" viewBox="0 0 ${states.length * 4} 24" preserveAspectRatio="none" aria-hidden="true">${bars.join('')}</svg>`
}

/** With large text the cells are stacked by CSS, so each cell must name its own content. */
function table(heads: readonly string[], rows: readonly string[]): string {
  const head = heads.map((text) => `<th scope="col">${text}</th>`).join('')
  return `<div class="table"><table><thead><tr>${head}</tr></thead><tbody>${rows.join('\n')}</tbody></table></div>`
}

function dayTable({ days }: Status): string {
  const rows = days
    .toReversed()
    .map(({ day, state }) => `<tr><td>${formatDate(day)}</td><td>${dayWords[state]}</td></tr>`)
  return table(['Dag', 'Larmen'], rows)
}

function canaryRow({ channel, last }: CanaryChannel): string {
  const [when, how] = last
    ? [formatMoment(last.at), canaryInWords(last)]
    : ['–', 'Inget testlarm den vägen på nittio dagar']
  return `<tr><th scope="row">${inText(channelNames[channel])}</th><td>${when}</td><td>${how}</td></tr>`
}

function canaryTable(canaries: readonly CanaryChannel[]): string {
  const days = canaries.flatMap(({ channel, days }) => days.map((day) => ({ ...day, channel })))
  if (days.length === 0) return '<p>Inget testlarm på nittio dagar.</p>'
  const row = (day: CanaryDay & Pick<CanaryChannel, 'channel'>) =>
    `<tr><td>${formatDate(day.day)}</td><td>${inText(channelNames[day.channel])}</td><td>${canaryInWords(day)}</td></tr>`
  const newest = days.toSorted((one, other) => (one.day < other.day ? 1 : one.day > other.day ? -1 : 0))
  return table(['Dag', 'Väg', 'Hur det gick'], newest.map(row))
}

/** For example "20 nov. 03:10 till 03:25: Larmmotorn svarade inte". */
export function eventInWords(event: StatusEvent): string {
  const { kind, beganAt, endedAt } = event
  const what = inText(serviceIncidents[kind])
  if (kind === 'canary unheard') return `${formatMoment(beganAt)}: ${what}`
  return `${formatMoment(beganAt)} ${endedAt ? `till ${formatMoment(endedAt)}` : 'och pågår'}: ${what}`
}
