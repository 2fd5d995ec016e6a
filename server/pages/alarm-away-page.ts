import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Where } from '~/alarms/public.server'
import { escapeHtml } from '~/shared/text'

/** An alarm that was posted and that the server could not accept. */
export type Untaken = { key: string; message: string; isTest: boolean; where: Where }

/** Where the template lies: in the build, or in the source if nothing is built. */
const homes = [join('build', 'client', 'offline', 'page.html'), join('app', 'alarms', 'offline', 'page.html')]

export function readOfflinePage(): string {
  for (const home of homes) {
    try {
      return readFileSync(home, 'utf8')
    } catch {
      // Not built.
    }
  }
  throw new Error('The page without a line is missing.')
}

/**
 * The alarm page when the server cannot draw it: the service worker's offline page, with a form that works without
 * JavaScript too. With JavaScript the alarm is kept in the browser and retried, at once if it was pressed already. It
 * says plainly that nothing is sent.
 */
export function alarmAwayPage(template: string, untaken: Untaken | null): string {
  const nothing: Untaken = { key: crypto.randomUUID(), message: '', isTest: false, where: {} }
  const { key, message, isTest, where } = untaken ?? nothing
  const { hides, ...place } = where
  const said = untaken ? 'Larmet är inte skickat.' : 'Inget är skickat.'
  const hidden = [['key', key], ...(isTest ? [['test', 'on']] : []), ...Object.entries(place)]
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value ?? '')}">`)
    .join('')
  const intent = `<input type="hidden" name="intent" value="raise"${untaken ? ' data-pressed' : ''}>`
  return filled(template, [
    [/(<title>)Utan uppkoppling/, '$1Servern svarar inte'],
    [/(id="line" role="status">)[^<]*/, `$1Servern svarar inte som den ska. ${said} Ring 112 vid fara.`],
    [/<section id="writes" hidden>/, '<section id="writes">'],
    // The form posts to the alarm page already. The hidden fields replace its own, with the idempotency key that makes
    // all retries one alarm.
    [
      /(<form id="form" method="post" [^>]*?) novalidate>\s*<input [^>]*name="intent"[^>]*>/,
      (_, form) => `${form}>${intent}${hidden}`,
    ],
    [/(<textarea [^>]*>)(<\/textarea>)/, (_, open, close) => `${open}\n${escapeHtml(message)}${close}`],
    // The checkbox is in the template; its ticked state is kept.
    [/(<input type="checkbox" name="hides" )/, hides === 'on' ? '$1checked ' : '$1'],
    [
      /(<noscript><p>)[^<]*/,
      '$1Utan JavaScript sparas larmet inte i telefonen: knappen försöker en gång till. Ring 112 vid fara.',
    ],
  ])
}

type Filling = [RegExp, string | ((whole: string, ...parts: string[]) => string)]

/** Fills the template. Throws if a place is not found, so that a changed template fails in a test first. */
function filled(template: string, fillings: Filling[]): string {
  return fillings.reduce((page, [place, words]) => {
    if (!place.test(page)) throw new Error(`The page without a line has no ${place} any more.`)
    return typeof words === 'string' ? page.replace(place, words) : page.replace(place, words)
  }, template)
}
