import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PRODUCT_NAME } from '~/shared/product'
import { readSources } from './sources'

const folders = ['app', 'server', 'db', 'test', 'bench', 'bin']
const everything = readSources(folders, /\.(tsx?|mjs|css|sql)$/)
const product = everything.filter(({ path }) => path.startsWith('app/') || path.startsWith('server/'))
const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '')

test('no file is longer than 400 lines', () => {
  const long = everything.filter(({ path, text }) => path !== 'db/schema.ts' && text.split('\n').length > 401)
  expect(long.map(({ path }) => path)).toEqual([])
})

test('no file or folder is named utils, helpers, misc, common or lib', () => {
  const drawers = everything.filter(({ path }) => /(^|\/)(utils?|helpers?|misc|common|lib)(\/|\.)/.test(path))
  expect(drawers.map(({ path }) => path)).toEqual([])
})

test('process.env is read only in open-storage.ts and places.ts', () => {
  const readers = product.filter(({ text }) => /process\.env/.test(withoutComments(text))).map(({ path }) => path)
  expect(readers).toEqual(['server/start/open-storage.ts', 'server/start/places.ts'])
})

test('the product’s name is written in one constant only', () => {
  const named = product.filter(
    ({ path, text }) => !path.includes('.test.') && withoutComments(text).includes(PRODUCT_NAME),
  )
  expect(named.map(({ path }) => path)).toEqual(['app/shared/product.ts'])
})

// Links that only a person follows are allowed: authorities that the legal texts name, the town's open data, and a
// guard's map. The SMS provider is contacted by the server, not by a page.
test('no source refers to an unknown external URL', () => {
  const known =
    /^https?:\/\/(www\.w3\.org|schema\.org|www\.sitemaps\.org|127\.0\.0\.1|localhost|\$\{|own\.invalid|www\.(imy|arn|hallakonsument)\.se|dataportalen\.stockholm\.se|www\.openstreetmap\.org|kvartera\.example|api\.46elks\.com|app\.swish\.nu|cpc\.getswish\.net|(checkout|billing)\.stripe\.com|[a-z.]*\.test)/
  const strangers = product
    .filter(({ path }) => !path.includes('.test.'))
    .flatMap(({ path, text }) =>
      [...withoutComments(text).matchAll(/https?:\/\/[^\s'"`)<]*/g)].map(([url]) => ({ path, url })),
    )
    .filter(({ url }) => url.length > 'https://'.length && !known.test(url))
  expect(strangers).toEqual([])
})

test('no deeds.server.ts redirects to an address with a fragment', () => {
  const twice = product.filter(({ path, text }) => /deeds\.server\.ts$/.test(path) && /\bto: [`'][^`'\n]*#/.test(text))
  expect(twice.map(({ path }) => path)).toEqual([])
})

// pg rejects a name reused for another text, but only on a connection that has prepared both, which hardly happens in a
// test.
test('no two prepared statements share a name', () => {
  const given = /\b(?:executeNamed|readNamed|builtOnce|writtenOnce)(?:<[^>]*>)?\(\s*(?:[\w.]+,\s*)?'([^']+)'/g
  const sources = product.filter(({ path }) => !path.includes('.test.'))
  const names = sources.flatMap(({ text }) => [...text.matchAll(given)].map(([, name]) => name))
  expect(names.length).toBeGreaterThan(40)
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([])
})

test('the format of an id is checked only in shared/asked.ts and shared/id.ts', () => {
  const checks = product.filter(
    ({ path, text }) => !path.includes('.test.') && /\buuid\(|a-f\]\{8\}/.test(withoutComments(text)),
  )
  expect(checks.map(({ path }) => path)).toEqual(['app/shared/asked.ts', 'app/shared/id.ts'])
})

test('no test is marked only, skip or todo', () => {
  const only = everything.filter(
    ({ path, text }) => /\.(test|spec)\.tsx?$/.test(path) && /\b(test|describe|it)\.(only|skip|todo)\b/.test(text),
  )
  expect(only.map(({ path }) => path)).toEqual([])
})

test('no test measures elapsed time or sets a short timeout', () => {
  const timed =
    /(performance|Date)\.now\(\) - \w+\)\.to(Be|Equal)|expect\(.*(\bms|[tT]ook|\w+\.endedAt - \w+)\)\.to|waitFor\((?![^\n]*\bsoon\b)[^\n]*\)\n|\btimeout: ([2-9]|[1-5]\d)_000/
  const clocked = everything.filter(
    ({ path, text }) => /^(app|server|test)\/.*\.(test|spec)\.tsx?$/.test(path) && timed.test(withoutComments(text)),
  )
  expect(clocked.map(({ path }) => path)).toEqual([])
})

test('no folder has more than 25 files', () => {
  const counted = Map.groupBy(
    readSources(['app', 'server', 'test', 'bin', 'bench'], /./).filter(({ path }) => !path.includes('/fonts/')),
    ({ path }) => path.slice(0, path.lastIndexOf('/')),
  )
  expect([...counted].filter(([, files]) => files.length > 25).map(([folder]) => folder)).toEqual([])
})

test('each slice has a README that names its folders', () => {
  const rooms = new Set(
    readSources(['app'], /\.tsx?$/).flatMap(({ path }) => {
      const [, place = '', ...inside] = path.split('/').slice(0, -1)
      return place === '' ? [] : [place, ...inside.map((_, at) => `${place}/${inside.slice(0, at + 1).join('/')}`)]
    }),
  )
  const nameless = [...rooms].filter((room) => {
    const [place = '', ...inside] = room.split('/')
    const name = inside.at(-1)
    // Folders with fixed names, whose content is explained in README.md.
    if (inside.some((each) => each === 'pages' || each === 'parts')) return false
    const text = existsSync(`app/${place}/README.md`) ? readFileSync(`app/${place}/README.md`, 'utf8') : null
    return text === null || (name !== undefined && !new RegExp(`(?<![\\w-])${name}/`).test(text))
  })
  expect(nameless).toEqual([])
})

test('the message for text that is too long is written only in shared/fields.ts', () => {
  const said = product.filter(
    ({ path, text }) => !path.includes('.test.') && /får vara högst .*tecken/.test(withoutComments(text)),
  )
  expect(said.map(({ path }) => path)).toEqual(['app/shared/fields.ts'])
})

test('ui/form/field.tsx is the only file with a <select>', () => {
  const lists = product.filter(({ text }) => /<select\b/.test(withoutComments(text))).map(({ path }) => path)
  expect(lists).toEqual(['app/ui/form/field.tsx'])
})

/**
 * PostgreSQL may run `in (select … limit n for update)` once per row, each time skipping rows that the statement has
 * already changed, so that more than n rows are claimed. A CTE (`with`) runs once (test/attacks/held/as-many.test.ts).
 */
test('a locking subquery with a limit stands in a CTE, never inside `in (…)`', () => {
  const stores = product.filter(({ path }) => !path.includes('.test.'))
  const written = /\bin \(\s*select(?:(?!\bin \()[^`])*?\blimit (?:(?!\bin \()[^`])*?\bfor (?:no key )?update/
  const built = /const (\w+) = db(?:\n {4}\.[^;]*?|\.[^\n]*?)\.limit\([^;]*?\.for(?:NoKey)?Update\(/g
  const inside = stores.filter(
    ({ text }) =>
      written.test(text) || [...text.matchAll(built)].some(([, name]) => new RegExp(`'in', ${name}\\)`).test(text)),
  )
  expect(inside.map(({ path }) => path)).toEqual([])
  const claims = stores.filter(({ text }) => text.match(built) && /\.with\('\w+', \(\) => \w+\)/.test(text))
  expect(claims.length).toBeGreaterThan(5)
})

/** Where a moment needs no year, and why: everywhere else the format is `formatMomentSeen`. */
const withoutYear: Record<string, string> = {
  'app/shared/time.ts': 'the format itself',
  'app/admin/read-settings.server.ts': 'a notice to everybody is shown for a week at most',
  'app/alarms/member/parts/sending-card.tsx': 'a press that the phone has not got through yet',
  'app/alarms/offline/page.ts': 'the same',
  'app/alarms/raise/raise-words.ts': 'the same',
  'app/alarms/operator/parts/step-table.tsx': 'the heading of the alarm has the year',
  'app/alarms/parts/timeline-list.tsx': 'the heading of the alarm has the year',
  'app/alarms/shown/pages/area-responses.tsx': 'counted anew every hour',
  'app/alarms/shown/status-page.ts': 'goes back ninety days',
  'app/guards/guard-words.ts': 'a duty ends within a day',
  'app/integrations/parts/delivery-list.tsx': 'deliveries are deleted after thirty days',
}

test('a moment is shown without its year only where no other year can be meant', () => {
  const yearless = product.filter(
    ({ path, text }) => !path.includes('.test.') && /\bformatMoment\b/.test(withoutComments(text)),
  )
  expect(yearless.map(({ path }) => path)).toEqual(Object.keys(withoutYear).toSorted())
})

/** A plain space before the unit, also where the line of the source ends there, or between the thousands. */
const partedSum = /(?:\d|\})(?:\s|\{' '\})+kr\b|\d \d{3}(?:&nbsp;|\\u00a0)kr\b/

test('a sum written by hand has hard spaces before its unit and in it, as the formatters give it', () => {
  for (const sum of ['39 kr', '{price} kr', '39\n        kr', "{price}{' '}\n kr", '1 995&nbsp;kr', '1 995\\u00a0kr'])
    expect(sum).toMatch(partedSum)
  for (const sum of ['39&nbsp;kr', '1&nbsp;995&nbsp;kr', '1\\u00a0995\\u00a0kr', '{figure}\\u00a0kr'])
    expect(sum).not.toMatch(partedSum)
  const parted = product.filter(({ path, text }) => !path.includes('.test.') && partedSum.test(withoutComments(text)))
  expect(parted.map(({ path }) => path)).toEqual([])
})

test('only writeToUs sends people to the contact form, which may deliver nothing; the form’s inbox names it too', () => {
  const naming = product.filter(
    ({ path, text }) => !path.includes('.test.') && /formuläret\s+på\s+startsidan/.test(withoutComments(text)),
  )
  expect(naming.map(({ path }) => path)).toEqual([
    'app/contact/pages/contact-messages.tsx',
    'app/platform/mail/write-to-us.ts',
  ])
})
