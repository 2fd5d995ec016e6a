import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Where } from '~/alarms/public.server'
import { escaped } from './escaped'

/** What somebody sent to the alarm's page and the server could not take. */
export type Untaken = { key: string; message: string; isTest: boolean; where: Where }

/** As the build puts it where browsers fetch it, and as it lies in the source until then. */
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
 * The alarm's page when the server cannot make it: the page that the service worker keeps, with a form that works without
 * scripts too. With them it keeps the alarm in the browser and goes on trying, at once when it was pressed already. It says
 * plainly that nothing is sent.
 */
export function alarmAwayPage(template: string, untaken: Untaken | null): string {
  const nothing: Untaken = { key: crypto.randomUUID(), message: '', isTest: false, where: {} }
  const { key, message, isTest, where } = untaken ?? nothing
  const { hides, ...place } = where
  const said = untaken ? 'Larmet är inte skickat.' : 'Inget är skickat.'
  const hidden = [['key', key], ...(isTest ? [['test', 'on']] : []), ...Object.entries(place)]
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escaped(value ?? '')}">`)
    .join('')
  const intent = `<input type="hidden" name="intent" value="raise"${untaken ? ' data-pressed' : ''}>`
  return filled(template, [
    [/(<title>)Utan uppkoppling/, '$1Servern svarar inte'],
    [/(id="line" role="status">)[^<]*/, `$1Servern svarar inte som den ska. ${said} Ring 112 vid fara.`],
    [/<section id="writes" hidden>/, '<section id="writes">'],
    // Its form posts to the alarm's page already. What is said here again is said once, with the key that makes tries one alarm.
    [
      /(<form id="form" method="post" [^>]*?) novalidate>\s*<input [^>]*name="intent"[^>]*>/,
      (_, form) => `${form}>${intent}${hidden}`,
    ],
    [/(<textarea [^>]*>)(<\/textarea>)/, (_, open, close) => `${open}\n${escaped(message)}${close}`],
    // Written out in the template, to be ticked by hand; ticked already it stays so.
    [/(<input type="checkbox" name="hides" )/, hides === 'on' ? '$1checked ' : '$1'],
    [
      /(<noscript><p>)[^<]*/,
      '$1Utan JavaScript sparas larmet inte i telefonen: knappen försöker en gång till. Ring 112 vid fara.',
    ],
  ])
}

type Filling = [RegExp, string | ((whole: string, ...parts: string[]) => string)]

/** A place that is not found any more is a fault of ours and not of the page: a test says so before anybody needs it. */
function filled(template: string, fillings: Filling[]): string {
  return fillings.reduce((page, [place, words]) => {
    if (!place.test(page)) throw new Error(`The page without a line has no ${place} any more.`)
    return typeof words === 'string' ? page.replace(place, words) : page.replace(place, words)
  }, template)
}
