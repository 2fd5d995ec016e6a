import { expect, test } from 'vitest'
import { readAudit } from '~/audit/public.server'
import { readLoadedMap } from '~/postcodes/map/map-store.server'
import { mostAreas } from '~/postcodes/public'
import { holdWakes, useHouse } from '../../../test/support/house'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import { joinAsAdmin, joinAsMember } from '../../../test/support/people'
import { loadedWords, loadMap, readMapForAdmin, removeMap } from './load-map.server'

const house = useHouse()
holdWakes(house)

const square = (longitude: number, latitude: number) => [
  [longitude, latitude],
  [longitude + 0.01, latitude],
  [longitude + 0.01, latitude + 0.01],
  [longitude, latitude + 0.01],
  [longitude, latitude],
]
const district = (name: string, longitude: number, latitude: number) => ({
  type: 'Feature',
  properties: { name },
  geometry: { type: 'Polygon', coordinates: [square(longitude, latitude)] },
})
const town = { type: 'FeatureCollection', features: [district('ÖRBY', 18.02, 59.27), district('KISTA', 17.94, 59.4)] }

function sent(file: BlobPart | null, source = 'Stockholms stad, CC0') {
  const form = new FormData()
  form.set('source', source)
  if (file !== null) form.set('file', new Blob([file]), 'stadsdelar.geojson')
  return form
}

/** Sets the centre of the pilot postcode, from which distances are measured. */
async function place(at: { latitude: number | null; longitude: number | null }) {
  await house.db.updateTable('postcodes').set(at).where('code', '=', '12540').execute()
}
const älvsjö = { latitude: 59.2786, longitude: 18.0093 }

test('keeps and draws the districts near the postcode, and records loading and removing in the audit log', async () => {
  await place(älvsjö)
  const { signedIn } = await joinAsAdmin(house)
  expect(valueFrom(await loadMap(house, signedIn, '12540', sent(JSON.stringify(town))))).toEqual({ kept: 1, of: 2 })
  const page = await readMapForAdmin(house, signedIn, '12540')
  expect(page).toMatchObject({ source: 'Stockholms stad, CC0', areas: ['Örby'] })
  expect('about' in page && page.about.join(' ')).toMatch(/Områden: Stockholms stad, CC0\. Inlagda \d/)
  expect('drawn' in page && page.drawn?.areas.map(({ name }) => name)).toEqual(['Örby'])
  const [entry] = await readAudit(house.db, { kind: 'postcode', id: '12540' }, 1)
  expect(entry).toMatchObject({ deed: 'load map' })

  for (const _ of [1, 2]) valueFrom(await removeMap(house, signedIn, '12540'))
  const [last, before] = await readAudit(house.db, { kind: 'postcode', id: '12540' }, 2)
  expect([last?.deed, before?.deed]).toEqual(['remove map', 'load map'])
  expect(await readLoadedMap(house.db, '12540')).toBeNull()
  const without = await readMapForAdmin(house, signedIn, '12540')
  expect('about' in without && without.about[0]).toContain('Inga områden är inlagda för 125 40')
})

test('refuses an unusable file with the reason, and keeps the earlier map', async () => {
  await place(älvsjö)
  const { signedIn } = await joinAsAdmin(house)
  valueFrom(await loadMap(house, signedIn, '12540', sent(JSON.stringify(town))))
  const before = await readLoadedMap(house.db, '12540')
  const open = {
    ...town,
    features: [
      {
        ...district('ÖPPET', 18, 59.27),
        geometry: {
          type: 'Polygon',
          coordinates: [
            [
              [18, 59],
              [18, 60],
              [19, 60],
              [18, 61],
            ],
          ],
        },
      },
    ],
  }
  const far = { ...town, features: [district('KISTA', 17.94, 59.4)] }
  for (const [file, words] of [
    [null, 'Välj en fil'],
    ['', 'Välj en fil'],
    [JSON.stringify(open, null, 1), 'Rad 12: gränsen är inte sluten'],
    [JSON.stringify(far), 'Inget av filens 1 områden ligger inom 5 km.'],
    [new Uint8Array([0xff, 0xfe, 0x7b]), 'Filen är inte text i UTF-8.'],
    ['['.repeat(900_001), 'Filen är större än 900 kB'],
  ] as const) {
    expect(refusalFrom(await loadMap(house, signedIn, '12540', sent(file))).fields.file).toContain(words)
  }
  expect(
    refusalFrom(await loadMap(house, signedIn, '12540', sent(JSON.stringify(town), ' '))).fields.source,
  ).toBeDefined()
  const words = sent(null)
  words.set('file', JSON.stringify(town))
  expect(refusalFrom(await loadMap(house, signedIn, '12540', words)).fields.file).toBe('Välj en fil')
  const largest = refusalFrom(await loadMap(house, signedIn, '12540', sent('['.repeat(900_000))))
  expect(largest.fields.file).not.toContain('större')
  const long = (signs: number) => loadMap(house, signedIn, '12540', sent(JSON.stringify(far), 'x'.repeat(signs)))
  expect(Object.keys(refusalFrom(await long(200)).fields)).toEqual(['file'])
  expect(Object.keys(refusalFrom(await long(201)).fields)).toEqual(['source'])
  expect(await readLoadedMap(house.db, '12540')).toEqual(before)
})

test('refuses a map for a postcode without a position, and an unknown postcode is "not there"', async () => {
  await place({ latitude: null, longitude: null })
  const { signedIn } = await joinAsAdmin(house)
  expect(refusalFrom(await loadMap(house, signedIn, '12540', sent(JSON.stringify(town)))).message).toContain('mitt är')
  expect(await loadMap(house, signedIn, '99999', sent(JSON.stringify(town)))).toMatchObject({ end: 'not there' })
  expect(await readMapForAdmin(house, signedIn, '99999')).toMatchObject({ end: 'not there' })
  expect(await readMapForAdmin(house, signedIn, '12540')).toMatchObject({ drawn: null })
})

test('refuses everybody but administrators', async () => {
  const { signedIn } = await joinAsMember(house)
  await expect(loadMap(house, signedIn, '12540', sent(JSON.stringify(town)))).rejects.toThrow()
  await expect(removeMap(house, signedIn, '12540')).rejects.toThrow()
  await expect(readMapForAdmin(house, signedIn, '12540')).rejects.toThrow()
})

test.each([
  [1, 1, 'Filens enda område ligger inom 5 km och visas.'],
  [1, 2, '1 av filens 2 områden ligger inom 5 km och visas.'],
  [mostAreas, 900, `${mostAreas} av filens 900 områden ligger inom 5 km och visas, de närmaste.`],
])('says that %i of %i districts are shown: %s', (kept, of, words) => {
  expect(loadedWords({ kept, of })).toBe(words)
})
