import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { readPhotosOf, takePhoto } from '~/companies/public.server'
import type { Database } from '~/platform/database/database.server'
import { parseFileName } from '~/platform/files/files.server'
import { behind } from '../../test/support/held'
import { type TestHouse, useHouse } from '../../test/support/house'
import { mailTo } from '../../test/support/letters'
import { found, refusalFrom, valueFrom } from '../../test/support/outcome'
import { joinAsAdmin, joinAsCompany } from '../../test/support/people'
import { twoColours } from '../../test/support/pictures'
import { addPhoto } from '../companies/photos/add-photo.server'
import { readCompanyForAdmin } from './read-company-for-admin.server'
import { removePhoto } from './remove-photo.server'

const house = useHouse()

async function meet() {
  const [admin, owner] = [await joinAsAdmin(house), await joinAsCompany(house)]
  for (const alt of ['Häck', 'Gräs']) {
    const form = new FormData()
    form.set('id', randomUUID())
    form.set('alt', alt)
    form.set('picture', new File([new Uint8Array(await twoColours(400, 300))], 'bild.png'))
    valueFrom(await addPhoto(house, owner.signedIn, form, null))
  }
  const { id } = await house.db
    .selectFrom('companies')
    .select('id')
    .where('email', '=', owner.email)
    .executeTakeFirstOrThrow()
  const [photo] = await readPhotosOf(house.db, id, null)
  if (!photo) throw new Error('no photo')
  return { admin: admin.signedIn, owner, id, photo }
}
const fileOf = async (address: string) => {
  const name = parseFileName(address.replace('/files/', ''))
  return name && house.files.get(name)
}

test('removing a photo deletes its files, mails the company the reason once and writes an audit entry', async () => {
  const { admin, owner, id, photo } = await meet()
  expect(found(await readCompanyForAdmin(house, admin, id)).photos).toMatchObject([{ alt: 'Häck' }, { alt: 'Gräs' }])
  await house.deliver()
  const values = { id: photo.id, reason: 'Det är någon annans bild' }
  house.woken.length = 0
  valueFrom(await removePhoto(house, admin, id, values))
  expect(house.woken).toEqual(['messages'])
  const mail = mailTo(await house.deliver(), owner.email)
  expect([mail.subject, mail.text]).toEqual([
    'En av era bilder är borttagen',
    expect.stringMatching(/”Häck”[\s\S]*Det är någon annans bild[\s\S]*\/company\/photos/),
  ])
  expect([await fileOf(photo.url), await fileOf(photo.cardUrl)]).toEqual([null, null])
  const after = found(await readCompanyForAdmin(house, admin, id))
  expect(after.photos).toMatchObject([{ alt: 'Gräs' }])
  expect(after.history[0]).toMatchObject({ what: 'Tog bort en bild', reason: 'Det är någon annans bild' })
  // Idempotent: pressed twice, the company is told once.
  valueFrom(await removePhoto(house, admin, id, values))
  expect(await house.deliver()).toEqual([])
})

test('race condition: of two removals at the same time one mails the company, and one audit entry is written', async () => {
  const { admin, owner, id, photo } = await meet()
  await house.deliver()
  const values = { id: photo.id, reason: 'Bort' }
  const remove = () => removePhoto(house, admin, id, values)
  for (const outcome of await Promise.all([remove(), remove()])) valueFrom(outcome)
  expect((await house.deliver()).map(({ recipient }) => recipient)).toEqual([owner.email])
  expect(found(await readCompanyForAdmin(house, admin, id)).history).toMatchObject([{ what: 'Tog bort en bild' }])
})

test('race condition: a removal that comes second sends no mail and writes no audit entry', async () => {
  const { admin, id, photo } = await meet()
  await house.deliver()
  const values = { id: photo.id, reason: 'Bort' }
  const other = (db: Database) => takePhoto(db, id, photo.id)
  valueFrom(await behind(house.db, other, () => removePhoto(house, admin, id, values)))
  expect(await house.deliver()).toEqual([])
  expect(found(await readCompanyForAdmin(house, admin, id)).history).toEqual([])
})

test('a photo is not removed without a reason, by the company itself or under another company’s id', async () => {
  const { admin, owner, id, photo } = await meet()
  expect(refusalFrom(await removePhoto(house, admin, id, { id: photo.id, reason: ' ' })).fields).toEqual({
    reason: 'Skriv varför, så att företaget förstår',
  })
  const values = { id: photo.id, reason: 'Bort' }
  await expect(removePhoto(house, owner.signedIn, id, values)).rejects.toThrow('not allowed')
  const other = await meet()
  valueFrom(await removePhoto(house, admin, other.id, values))
  expect(await readPhotosOf(house.db, id, null)).toHaveLength(2)
})

test('a photo whose file cannot be deleted stays, and nobody is mailed', async () => {
  const { admin, id, photo } = await meet()
  await house.deliver()
  const away: TestHouse = Object.assign(Object.create(house), {
    files: { ...house.files, remove: () => Promise.reject(new Error('down')) },
  })
  const refusal = refusalFrom(await removePhoto(away, admin, id, { id: photo.id, reason: 'Bort' }))
  expect(refusal.message).toContain('Försök igen')
  expect([(await readPhotosOf(house.db, id, null)).length, await house.deliver()]).toEqual([2, []])
})
