import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Database } from '~/platform/database/database.server'
import { FilesUnavailable, parseFileName } from '~/platform/files/files.server'
import { notThere } from '~/shared/outcome'
import { addService } from '../../../test/support/bookings'
import { behind } from '../../../test/support/held'
import { type TestHouse, useHouse } from '../../../test/support/house'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import { joinAsCompany, joinAsMember, type Resident } from '../../../test/support/people'
import { html, twoColours } from '../../../test/support/pictures'
import { closeCompanyOf } from '../company-store.server'
import { exportCompanies } from '../export-companies.server'
import { saveLogo } from '../logo/save-logo.server'
import { requireOwnCompany } from '../own-company.server'
import { lockCompany } from '../own-company-store.server'
import { readServicesShown } from '../profile-store.server'
import { removeService } from '../services/arrange-services.server'
import { cardColumns } from '../services/card-columns.server'
import { addPhoto } from './add-photo.server'
import { changePhotoText, movePhoto, removePhoto } from './arrange-photos.server'
import { insertPhoto, orderPhotos, readPhotosOf } from './photo-store.server'

const house = useHouse()

const picture = await twoColours(400, 300)
const formOf = (alt: string, given: { id?: string; bytes?: Buffer; name?: string } = {}) => {
  const form = new FormData()
  form.set('id', given.id ?? randomUUID())
  form.set('alt', alt)
  form.set('picture', new File([new Uint8Array(given.bytes ?? picture)], given.name ?? 'bild.jpg'))
  return form
}
const idOf = async ({ signedIn }: Resident) => (await requireOwnCompany(house.db, signedIn)).id
const photosOf = async (owner: Resident, serviceId: string | null = null) =>
  readPhotosOf(house.db, await idOf(owner), serviceId)
const texts = async (owner: Resident) => (await photosOf(owner)).map(({ alt }) => alt)
const add = (owner: Resident, alt: string, serviceId: string | null = null) =>
  addPhoto(house, owner.signedIn, formOf(alt), serviceId)
const onCard = async (owner: Resident) => {
  const { photo } = await house.db
    .selectFrom('companies')
    .select(cardColumns(house.clock.now()))
    .where('companies.id', '=', await idOf(owner))
    .executeTakeFirstOrThrow()
  return photo
}
const isKept = async (address: string) => {
  const name = parseFileName(address.replace('/files/', ''))
  return name !== null && (await house.files.get(name)) !== null
}
const filesOf = (photos: readonly { url: string; cardUrl: string }[]) =>
  photos.flatMap(({ url, cardUrl }) => [url, cardUrl])

async function withPhotos(...alts: string[]) {
  const owner = await joinAsCompany(house)
  for (const alt of alts) valueFrom(await add(owner, alt))
  return owner
}

/** The house, and the names of all files that were stored. */
function counting() {
  const put: string[] = []
  const counted: TestHouse = Object.assign(Object.create(house), {
    files: {
      ...house.files,
      put(name, bytes) {
        put.push(name)
        return house.files.put(name, bytes)
      },
    } satisfies TestHouse['files'],
  })
  const left = async () => {
    const kept = await Promise.all(put.map(async (name) => ((await isKept(`/files/${name}`)) ? `/files/${name}` : [])))
    return kept.flat().sort()
  }
  return { counted, left }
}

test('photos are added last, moved, described and removed with their files; the first is shown on the card', async () => {
  const owner = await withPhotos('Häck', 'Gräs', 'Träd')
  const [hedge, , tree] = await photosOf(owner)
  const values = (id = '', direction = '') => ({ id, direction })
  valueFrom(await movePhoto(house, owner.signedIn, values(tree?.id, 'up')))
  valueFrom(await movePhoto(house, owner.signedIn, values(hedge?.id, 'up')))
  expect(await texts(owner)).toEqual(['Häck', 'Träd', 'Gräs'])
  valueFrom(await changePhotoText(house, owner.signedIn, { id: tree?.id ?? '', alt: '  Ett beskuret träd ' }))
  for (let again = 0; again < 2; again++) valueFrom(await removePhoto(house, owner.signedIn, values(hedge?.id)))
  expect(await texts(owner)).toEqual(['Ett beskuret träd', 'Gräs'])
  expect(hedge && (await Promise.all(filesOf([hedge]).map(isKept)))).toEqual([false, false])
  expect(await onCard(owner)).toEqual({ url: tree?.cardUrl, alt: 'Ett beskuret träd' })
  valueFrom(await add(owner, 'Hus'))
  expect(await texts(owner)).toEqual(['Ett beskuret träd', 'Gräs', 'Hus'])
})

test.each([
  ['no text alternative', formOf('   '), { alt: 'Skriv vad bilden visar, för den som inte ser den' }],
  [
    'no text alternative and a file of a single byte',
    formOf('', { bytes: Buffer.from('x') }),
    { alt: 'Skriv vad bilden visar, för den som inte ser den' },
  ],
  ['a text alternative of 201 characters', formOf('x'.repeat(201)), { alt: 'Det får vara högst 200 tecken' }],
  ['a text alternative on two lines', formOf('En\nTvå'), { alt: 'Skriv på en rad, utan radbrytningar' }],
  ['an empty file', formOf('Häck', { bytes: Buffer.alloc(0) }), { picture: 'Välj en bild' }],
  [
    'neither a file nor a text alternative',
    formOf('', { bytes: Buffer.alloc(0) }),
    { picture: 'Välj en bild', alt: 'Skriv vad bilden visar, för den som inte ser den' },
  ],
  [
    'an HTML file named .jpg',
    formOf('Häck', { bytes: html }),
    { picture: expect.stringContaining('Filen är ingen bild') },
  ],
])('a photo with %s is refused at its field, and no file is stored', async (_, form, fields) => {
  const owner = await withPhotos()
  const { counted, left } = counting()
  expect(refusalFrom(await addPhoto(counted, owner.signedIn, form, null)).fields).toEqual(fields)
  expect([await texts(owner), await left()]).toEqual([[], []])
})

test('adding a photo is idempotent by id, also for the fifth and when sent three times at once', async () => {
  const owner = await withPhotos('1', '2', '3', '4')
  const { counted, left } = counting()
  const id = randomUUID()
  const send = () => addPhoto(counted, owner.signedIn, formOf('5', { id }), null)
  for (const answer of await Promise.all([send(), send(), send()])) valueFrom(answer)
  valueFrom(await send())
  expect(await texts(owner)).toEqual(['1', '2', '3', '4', '5'])
  expect(await left()).toEqual(filesOf((await photosOf(owner)).slice(4)).sort())
})

test('race condition: one of three uploads gets the fifth place; the others are refused and leave no file', async () => {
  const owner = await withPhotos('1', '2', '3', '4')
  const { counted, left } = counting()
  const answers = await Promise.all(['a', 'b', 'c'].map((alt) => addPhoto(counted, owner.signedIn, formOf(alt), null)))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  for (const answer of answers) {
    if (!answer.ok) expect(refusalFrom(answer).message).toBe('Ni har redan 5 bilder. Ta bort någon först.')
  }
  expect(await left()).toEqual(filesOf((await photosOf(owner)).slice(4)).sort())
})

test.each([
  ['picture', (from: TestHouse, owner: Resident) => addPhoto(from, owner.signedIn, formOf('Häck'), null)],
  ['logo', (from: TestHouse, owner: Resident) => saveLogo(from, owner.signedIn, formOf('Häck'))],
])('closing the company while its %s is stored leaves no file', async (_, add) => {
  const owner = await joinAsCompany(house)
  const id = await idOf(owner)
  const { counted, left } = counting()
  const { put } = counted.files
  counted.files.put = async (name, bytes) => {
    await put(name, bytes)
    await closeCompanyOf(house.db, owner.signedIn.person.id, house.clock.now())
  }
  await add(counted, owner)
  expect(await left()).toEqual([])
  expect(await readPhotosOf(house.db, id, null)).toEqual([])
  const company = house.db.selectFrom('companies').select('logo_url').where('id', '=', id)
  expect(await company.executeTakeFirstOrThrow()).toEqual({ logo_url: null })
})

test('a photo of a company that is closed meanwhile is refused as any other change of it', async () => {
  const owner = await joinAsCompany(house)
  const { put } = house.files
  const files = {
    ...house.files,
    put: async (...file: Parameters<typeof put>) => {
      await put(...file)
      await closeCompanyOf(house.db, owner.signedIn.person.id, house.clock.now())
    },
  }
  const refusal = refusalFrom(await addPhoto({ ...house, files }, owner.signedIn, formOf('Häck'), null))
  expect(refusal.message).toBe('Företaget finns inte kvar.')
})

test('the database allows one photo in each place and no sixth', async () => {
  const owner = await withPhotos('1', '2', '3', '4')
  const companyId = await idOf(owner)
  const row = () => ({ id: randomUUID(), serviceId: null, url: '/files/a', cardUrl: '/files/b', alt: 'x' })
  const insert = (db: typeof house.db, place: number) => insertPhoto(db, companyId, row(), place, house.clock.now())
  await expect(
    behind(
      house.db,
      (db) => insert(db, 5),
      () => insert(house.db, 5),
    ),
  ).rejects.toMatchObject({
    constraint: 'company_photos_place',
  })
  await expect(insert(house.db, 6)).rejects.toMatchObject({ constraint: 'company_photos_most' })
})

test('concurrent moves of photos lose none', async () => {
  const owner = await withPhotos('A', 'B', 'C')
  const photos = await photosOf(owner)
  await Promise.all(
    photos.flatMap(({ id }) => ['up', 'down'].map((direction) => movePhoto(house, owner.signedIn, { id, direction }))),
  )
  expect((await texts(owner)).toSorted()).toEqual(['A', 'B', 'C'])
})

test('moving or removing a photo waits for another tab and continues from its result', async () => {
  const owner = await withPhotos('A', 'B', 'C')
  const companyId = await idOf(owner)
  const [a = '', b = '', c = ''] = (await photosOf(owner)).map(({ id }) => id)
  const turns = async (db: Database) => {
    await lockCompany(db, companyId)
    await orderPhotos(db, companyId, [c, b, a])
  }
  valueFrom(await behind(house.db, turns, () => movePhoto(house, owner.signedIn, { id: a, direction: 'up' })))
  expect(await texts(owner)).toEqual(['C', 'A', 'B'])
  const row = { id: randomUUID(), serviceId: null, url: '/files/a', cardUrl: '/files/b', alt: 'D' }
  const adds = async (db: Database) => {
    await lockCompany(db, companyId)
    await insertPhoto(db, companyId, row, 4, house.clock.now())
  }
  valueFrom(await behind(house.db, adds, () => removePhoto(house, owner.signedIn, { id: c })))
  const places = await house.db
    .selectFrom('company_photos')
    .select(['alt', 'place'])
    .where('company_id', '=', companyId)
    .orderBy('place')
    .execute()
  expect(places.map(({ alt, place }) => `${place} ${alt}`)).toEqual(['1 A', '2 B', '3 D'])
})

test('a service has one photo, which a new one replaces and which is removed with the service', async () => {
  const owner = await withPhotos('Huset')
  const companyId = await idOf(owner)
  const serviceId = await addService(house, companyId)
  const { counted, left } = counting()
  for (const alt of ['Före', 'Efter']) {
    valueFrom(await addPhoto(counted, owner.signedIn, formOf(alt), serviceId))
  }
  const [photo, ...more] = await photosOf(owner, serviceId)
  expect([photo?.alt, more]).toEqual(['Efter', []])
  expect(await left()).toEqual(filesOf(photo ? [photo] : []).sort())
  expect(await readServicesShown(house.db, companyId)).toMatchObject([{ photo: { url: photo?.cardUrl, alt: 'Efter' } }])
  expect((await onCard(owner))?.alt).toBe('Huset')
  // A service's photo cannot be moved into the company's own.
  valueFrom(await movePhoto(house, owner.signedIn, { id: photo?.id ?? '', direction: 'up' }))
  expect(await texts(owner)).toEqual(['Huset'])
  valueFrom(await removeService(house, owner.signedIn, { id: serviceId }))
  expect([await photosOf(owner, serviceId), await left()]).toEqual([[], []])
  expect(await add(owner, 'För sent', serviceId)).toEqual(notThere)
})

test('another company’s photo or service cannot be used, changed or removed, and invalid ids are refused', async () => {
  const owner = await withPhotos('Min')
  const [mine] = await photosOf(owner)
  const id = mine?.id ?? ''
  const serviceId = await addService(house, await idOf(owner))
  const rival = await withPhotos('Rivalens')
  expect(await add(rival, 'Kapad', serviceId)).toEqual(notThere)
  expect(refusalFrom(await changePhotoText(house, rival.signedIn, { id, alt: 'Kapad' })).message).toContain(
    'finns inte',
  )
  valueFrom(await removePhoto(house, rival.signedIn, { id }))
  valueFrom(await movePhoto(house, rival.signedIn, { id, direction: 'down' }))
  // The same id is a different photo in another company.
  valueFrom(await addPhoto(house, rival.signedIn, formOf('Rivalens andra', { id }), null))
  expect([await texts(owner), await texts(rival)]).toEqual([['Min'], ['Rivalens', 'Rivalens andra']])
  expect(await Promise.all(filesOf(mine ? [mine] : []).map(isKept))).toEqual([true, true])
  // The foreign key refuses another company's service, too.
  const forged = { id: randomUUID(), serviceId, url: '/files/a', cardUrl: '/files/b', alt: 'x' }
  await expect(insertPhoto(house.db, await idOf(rival), forged, 1, house.clock.now())).rejects.toMatchObject({
    code: '23503',
  })
  for (const odd of ['', 'x', '__proto__', '../../etc/passwd']) {
    valueFrom(await removePhoto(house, rival.signedIn, { id: odd }))
    expect(refusalFrom(await addPhoto(house, rival.signedIn, formOf('Udda', { id: odd }), null)).fields).toHaveProperty(
      'id',
    )
  }
  const member = await joinAsMember(house)
  await expect(add(member, 'En granne')).rejects.toThrow('not allowed')
})

test('an uploaded file name does not affect the stored address (path traversal)', async () => {
  const owner = await withPhotos()
  valueFrom(await addPhoto(house, owner.signedIn, formOf('Häck', { name: '../../../etc/passwd' }), null))
  const [photo] = await photosOf(owner)
  for (const address of filesOf(photo ? [photo] : [])) expect(address).toMatch(/^\/files\/[0-9a-f]{52}\.webp$/)
})

test('when storing the second size fails, the first is deleted and the owner is asked to try again', async () => {
  const owner = await withPhotos()
  const { counted, left } = counting()
  let puts = 0
  const broken: TestHouse = Object.assign(Object.create(counted), {
    files: {
      ...counted.files,
      put: (name, bytes) =>
        ++puts > 1 ? Promise.reject(new FilesUnavailable('down')) : counted.files.put(name, bytes),
    } satisfies TestHouse['files'],
  })
  const refusal = refusalFrom(await addPhoto(broken, owner.signedIn, formOf('Häck'), null))
  expect(refusal.message).toContain('Försök igen')
  expect([await texts(owner), await left()]).toEqual([[], []])
})

test('the account export has the company’s photos and its safety contribution', async () => {
  const owner = await withPhotos('Huset')
  const serviceId = await addService(house, await idOf(owner), { title: 'Klippning' })
  valueFrom(await add(owner, 'Saxen', serviceId))
  await house.db
    .updateTable('companies')
    .set({ security_contribution_cents: 150_00 })
    .where('id', '=', await idOf(owner))
    .execute()
  const [company] = await exportCompanies(house.db, owner.signedIn.person.id)
  expect(company?.trygghetsbidragKronor).toBe(150)
  expect(company?.bilder).toMatchObject([
    { visar: 'Huset', tjänst: null },
    { visar: 'Saxen', tjänst: 'Klippning' },
  ])
})
