import { expect, test } from 'vitest'
import { readAudit } from '~/audit/public.server'
import type { Asked } from '~/door/deed.server'
import type { Config } from '~/platform/config.server'
import { formatMoment } from '~/shared/time'
import { holdWakes, useHouse } from '../../test/support/house'
import { refusalFrom, valueFrom } from '../../test/support/outcome'
import { joinAsAdmin, joinAsMember, type Resident } from '../../test/support/people'
import { readSettingsForAdmin } from './read-settings.server'
import { removeBanner, saveBanner } from './save-banner.server'
import { readBanner } from './settings-store.server'

const house = useHouse()
holdWakes(house)
const asked = ({ visitor, signedIn }: Resident, values: Record<string, string> = {}): Asked => ({
  house,
  visitor,
  signedIn,
  values,
})

test('a banner is shown for its hours, and not longer', async () => {
  const admin = await joinAsAdmin(house)
  valueFrom(await saveBanner(asked(admin, { text: 'Vi stänger en kvart i natt', hours: '2' })))
  expect(await readBanner(house.db, house.clock.now())).toBe('Vi stänger en kvart i natt')
  house.clock.forward({ hours: 2 })
  expect(await readBanner(house.db, house.clock.now())).toBeNull()
})

test('a banner can be removed, logged once, and requires text and hours', async () => {
  const admin = await joinAsAdmin(house)
  valueFrom(await saveBanner(asked(admin, { text: 'Hej', hours: '2' })))
  for (const _ of [1, 2]) valueFrom(await removeBanner(asked(admin)))
  const history = (await readAudit(house.db, { kind: 'setting', id: 'banner' }, 2)).map(({ deed }) => deed)
  // Removing it twice creates one audit entry.
  expect(history).toEqual(['remove banner', 'show banner'])
  expect(await readBanner(house.db, house.clock.now())).toBeNull()
  expect(Object.keys(refusalFrom(await saveBanner(asked(admin, { text: ' ', hours: '999' }))).fields)).toEqual([
    'text',
    'hours',
  ])
})

test('administrators see the banner until it expires; it has at most 300 characters and 168 hours', async () => {
  const admin = await joinAsAdmin(house)
  const now = house.clock.now()
  const at = (ms: number) => ({ ...house, clock: { ...house.clock, now: () => new Date(now.getTime() + ms) } })
  const shown = async (ms: number) => (await readSettingsForAdmin(at(ms), admin.signedIn)).banner
  const set = (values: Record<string, string>) => saveBanner({ ...asked(admin, values), house: at(0) })
  const hour = 3_600_000
  valueFrom(await set({ text: 'x'.repeat(300), hours: '1' }))
  expect([await shown(hour - 1), await shown(hour)]).toEqual([
    { text: 'x'.repeat(300), until: formatMoment(new Date(now.getTime() + hour)) },
    null,
  ])
  valueFrom(await set({ text: 'En vecka', hours: '168' }))
  expect([(await shown(168 * hour - 1))?.text, await shown(168 * hour)]).toEqual(['En vecka', null])
  expect(Object.keys(refusalFrom(await set({ text: 'x'.repeat(301), hours: '169' })).fields)).toEqual(['text', 'hours'])
  expect(Object.keys(refusalFrom(await set({ text: 'x', hours: '0' })).fields)).toEqual(['hours'])
  const [entry] = await readAudit(house.db, { kind: 'setting', id: 'banner' }, 1)
  expect(entry).toMatchObject({ before: { text: 'x'.repeat(300) }, after: { text: 'En vecka', hours: 168 } })
  valueFrom(await removeBanner(asked(admin)))
  expect(await shown(0)).toBeNull()
})

test('the settings say which providers are real and what each does', async () => {
  const { signedIn } = await joinAsAdmin(house)
  const told = async (config: Config) =>
    Object.fromEntries(
      (await readSettingsForAdmin({ ...house, config }, signedIn)).providers.map(({ name, isReal, effect }) => [
        name,
        [isReal, effect],
      ]),
    )
  expect(await told(house.config)).toEqual({
    Mejl: [false, 'Läggs i utkorgen och lämnar inte huset.'],
    SMS: [false, 'Läggs i utkorgen. Larm når ingen telefon.'],
    Samtal: [false, 'Ingen telefon rings upp.'],
    Push: [false, 'Läggs i utkorgen.'],
    Filer: [false, 'Ligger i en mapp bredvid databasen.'],
    'Kontakt\u00adformuläret': [true, 'Frågor hamnar under Meddelanden.'],
  })
  const real: Config = {
    ...house.config,
    mail: { adapter: 'smtp' },
    sms: { adapter: '46elks' },
    voice: { ...house.config.voice, adapter: '46elks' },
    push: { adapter: 'webpush', services: [] },
    files: { adapter: 's3' },
    contactDelivery: 'off',
  }
  expect(await told(real)).toEqual({
    Mejl: [true, 'Går ut genom er mejlserver.'],
    SMS: [true, 'Går ut genom 46elks.'],
    Samtal: [true, 'Ringer väktare genom 46elks.'],
    Push: [true, 'Går till telefoner som har sagt ja.'],
    Filer: [true, 'Ligger i er objektlagring.'],
    'Kontakt\u00adformuläret': [false, 'Frågor sparas inte. Avsändaren får tack, men ingen läser.'],
  })
})

test('refuses everybody but administrators', async () => {
  const [admin, siv] = [await joinAsAdmin(house), await joinAsMember(house)]
  expect((await readSettingsForAdmin(house, admin.signedIn)).providers.length).toBeGreaterThan(3)
  await expect(readSettingsForAdmin(house, siv.signedIn)).rejects.toThrow('not allowed')
  for (const deed of [saveBanner, removeBanner]) {
    await expect(deed(asked(siv, { text: 'x', hours: '1' }))).rejects.toThrow('not allowed')
  }
})
