import { beforeEach, expect, test } from 'vitest'
import { readAudit } from '~/audit/public.server'
import { readBulkJobs, runBulk } from '~/bulk/public.server'
import { useHouse } from '../../test/support/house'
import { refusalFrom, valueFrom } from '../../test/support/outcome'
import { joinAsAdmin, joinAsMember, proven, type Resident } from '../../test/support/people'
import { tellOfOpening } from './bulk/begin-people-bulk.server'
import { bulkDeedLabels } from './bulk/bulk'
import { peopleBulk, peopleBulkWords } from './bulk/bulk-people.server'
import { sendPersonMail } from './send-person-mail.server'

const house = useHouse()
let admin: Resident
beforeEach(async () => {
  admin ??= await joinAsAdmin(house)
})
const asked = ({ visitor, signedIn }: Resident, values = {}) => ({ house, visitor, signedIn, values })
const requests = () => house.db.selectFrom('account_mail_requests').select(['kind', 'email']).orderBy('id').execute()

test.each([
  ['recovery', false, true],
  ['recovery', true, true],
  ['verification', false, true],
  ['verification', true, false],
] as const)('whether a mail of %s is sent when the address is verified (%s): %s', async (kind, isProven, goes) => {
  const [siv, olle] = [await joinAsMember(house), await joinAsMember(house)]
  if (isProven) await proven(house, siv)
  await house.db.deleteFrom('account_mail_requests').execute()
  house.woken.length = 0
  const { id } = siv.signedIn.person
  const sent = await sendPersonMail(asked(admin, { kind }), id)
  if (goes) valueFrom(sent)
  else expect(refusalFrom(sent).message).toBe('Adressen är redan bekräftad.')
  expect(await requests()).toEqual(goes ? [{ kind, email: siv.email }] : [])
  expect(house.woken).toContain('account mail')
  const history = await readAudit(house.db, { kind: 'person', id }, 5)
  const line = { deed: `send ${kind} mail`, actorId: admin.signedIn.person.id, before: {}, after: { mail: kind } }
  expect(history).toMatchObject(goes ? [line] : [])
  expect(await readAudit(house.db, { kind: 'person', id: olle.signedIn.person.id }, 5)).toEqual([])
})

test('refuses an unknown kind of mail, and everybody but administrators', async () => {
  const siv = await joinAsMember(house)
  const refusal = refusalFrom(await sendPersonMail(asked(admin, { kind: 'welcome' }), siv.signedIn.person.id))
  expect(refusal.fields).toEqual({ kind: 'Välj vilket mejl' })
  await expect(sendPersonMail(asked(siv, { kind: 'recovery' }), siv.signedIn.person.id)).rejects.toThrow('not allowed')
})

test('tells the members of a postcode that it opens, and nobody elsewhere', async () => {
  const [siv, olle] = [
    await joinAsMember(house, { postcode: '11188' }),
    await joinAsMember(house, { postcode: '11189' }),
  ]
  await house.deliver()
  await expect(tellOfOpening(house.db, asked(siv), '11188', 'Det är dags')).rejects.toThrow('not allowed')
  await tellOfOpening(house.db, asked(admin), '11188', 'Det är dags')
  const [job] = await readBulkJobs(house, admin.signedIn, peopleBulkWords)
  expect(job).toMatchObject({
    deed: bulkDeedLabels['tell opening'],
    whom: 'Medlem i 111 88',
    reason: 'Det är dags',
    state: 'running',
  })
  while ((await runBulk(house, [peopleBulk])) > 0);
  const told = (await house.deliver()).filter(({ subject }) => subject === 'Nu är ditt kvarter öppet')
  expect(told.map(({ recipient }) => recipient)).toEqual([siv.email])
  const history = (who: Resident) => readAudit(house.db, { kind: 'person', id: who.signedIn.person.id }, 5)
  expect(await history(siv)).toMatchObject([
    { deed: 'tell of opening', actorId: admin.signedIn.person.id, reason: 'Det är dags' },
  ])
  expect(await history(olle)).toEqual([])
})
