import { beforeEach, expect, test } from 'vitest'
import { claimDue } from '~/outbox/outbox-store.server'
import { sendMail } from '~/outbox/public.server'
import { dayOf, daysAfter, formatDate, laterDay } from '~/shared/time'
import { holdWakes, useHouse } from '../../../test/support/house'
import { mailTo } from '../../../test/support/letters'
import { block, joinAsAdmin, joinAsCompany, joinAsMember, type Resident } from '../../../test/support/people'
import { acceptedEarlierTerms, earlierTerms } from '../../../test/support/sponsorship'
import { tellOfTerms } from './tell-of-terms.server'
import { currentTerms, newestNews, type TermsVersion } from './terms'
import { acceptTerms, readTermsNotices } from './terms-store.server'

const house = useHouse()
holdWakes(house)

const today = () => dayOf(house.clock.now())
const noticesOf = ({ signedIn }: Resident) => readTermsNotices(house.db, signedIn.person.id)
const told = async (versions?: readonly TermsVersion[]) => {
  await tellOfTerms(house, versions)
  return (await house.deliver()).filter(({ subject }) => subject.startsWith('Nya villkor'))
}
/** Terms that the person has accepted, and nothing else; the chore has not looked yet. */
async function earlier(person: Resident) {
  await acceptedEarlierTerms(house, person)
  return person
}

beforeEach(async () => {
  await house.db.deleteFrom('profiles').execute()
  await house.db.deleteFrom('outbox_messages').execute()
})

test('tells whoever has accepted earlier terms once: what changed, from when, and how to leave before', async () => {
  const [member, newcomer] = [await earlier(await joinAsMember(house)), await joinAsMember(house)]
  const appliesOn = laterDay(daysAfter(today(), 31), newestNews()?.news.earlierFrom ?? '')
  const mails = await told()
  const { subject, text } = mailTo(mails, member.email)
  expect(subject).toBe(`Nya villkor från ${formatDate(appliesOn)}`)
  expect(text).toContain(`För dig gäller ändringen från ${formatDate(appliesOn)},`)
  for (const change of newestNews()?.news.changes ?? []) expect(text).toContain(change)
  expect(text).toContain('säg upp medlemskapet på sidan Medlemskap, eller ta bort kontot under Mitt konto')
  expect(text).toContain(`${house.config.origin}/villkor#nytt`)
  expect(mails.map(({ recipient }) => recipient)).not.toContain(newcomer.email)
  expect(await noticesOf(member)).toEqual([{ version: newestNews()?.name, toldOn: today(), appliesOn }])
  expect(await noticesOf(newcomer)).toEqual([])
  expect(await told()).toEqual([])
  house.clock.forward({ days: 40 })
  expect(await told()).toEqual([])
})

test('the mail is among the notices of its recipient', async () => {
  const member = await earlier(await joinAsMember(house))
  await told()
  const row = await house.db
    .selectFrom('outbox_messages')
    .select(['kind', 'person_id'])
    .where('kind', '=', 'terms changed')
    .executeTakeFirst()
  expect(row).toEqual({ kind: 'terms changed', person_id: member.signedIn.person.id })
})

test('tells companies, administrators, and blocked people, each how they can leave', async () => {
  const company = await earlier(await joinAsCompany(house))
  const admin = await earlier(await joinAsAdmin(house))
  const [blocked, blockedCompany] = [
    await earlier(await joinAsMember(house)),
    await earlier(await joinAsCompany(house)),
  ]
  for (const person of [blocked, blockedCompany]) await block(house, person, house.clock.now())
  const mails = await told()
  const words = ({ email }: Resident) => mailTo(mails, email).text
  expect(words(company)).toContain('För er gäller ändringen från')
  expect(words(company)).toContain('Vill ni inte ha det så kan ni lämna innan dess: ta bort kontot')
  expect(words(company)).toContain('Annars behöver ni inte göra något.')
  expect(words(admin)).toContain('Annars behöver du inte göra något.')
  expect(words(admin)).toContain('Vill du inte ha det så kan du ta bort kontot innan dess')
  for (const person of [blocked, blockedCompany]) {
    expect(words(person)).toContain('Kontot är spärrat, så det går inte att logga in.')
    expect(words(person)).not.toMatch(/Mitt konto|Annars behöver/)
  }
  expect(mails).toHaveLength(4)
})

test('sends nobody to the contact form where it delivers nothing', async () => {
  const blocked = await earlier(await joinAsMember(house))
  await block(house, blocked, house.clock.now())
  const company = await earlier(await joinAsCompany(house))
  await tellOfTerms({ ...house, config: { ...house.config, contactDelivery: 'off' } })
  const { name, address } = house.config.operator
  const mails = await house.deliver()
  for (const { email } of [blocked, company]) {
    const { text } = mails.find(({ recipient, subject }) => recipient === email && subject.startsWith('Nya')) ?? {}
    expect(text).toContain(`Skriv till oss: ${name}, ${address}.`)
    expect(text).not.toContain('formuläret')
  }
})

test('its letters wait for all others, which somebody may be waiting for', async () => {
  await earlier(await joinAsMember(house))
  await tellOfTerms(house)
  await sendMail(house.db, 'booking confirmed', 'siv@exempel.se', 'Din bokning', { greeting: 'Hej,', paragraphs: [] })
  house.clock.forward({ minutes: 1 })
  const [first] = await claimDue(house.db, 'mail', house.clock.now(), 1)
  expect(first?.kind).toBe('booking confirmed')
})

test('whoever has accepted the current terms since is not told', async () => {
  const company = await earlier(await joinAsCompany(house))
  await acceptTerms(house.db, company.signedIn.person.id, house.clock.now())
  expect(await told()).toEqual([])
  expect(await noticesOf(company)).toEqual([])
})

const name = (days: number) => daysAfter(today(), days)
const version = (at: number, change: string | null): TermsVersion => ({
  name: name(at),
  news: change === null ? null : { changes: [change], earlierFrom: name(at + 40) },
})

test('tells of all versions that somebody missed in one mail, of later ones again, and of other words never', async () => {
  const member = await earlier(await joinAsMember(house))
  const two = [version(-9, 'Det första.'), version(-5, 'Det andra.'), version(-2, null)]
  const [mail] = await told(two)
  expect(mail?.text).toContain('Det första.\n\nDet andra.')
  expect(await noticesOf(member)).toEqual(
    [-9, -5].map((at) => ({ version: name(at), toldOn: today(), appliesOn: name(35) })),
  )
  house.clock.forward({ days: 1 })
  const third = [...two, version(0, 'Det tredje.')]
  const [later] = await told(third)
  expect(later?.text).toContain('Det tredje.')
  expect(later?.text).not.toContain('Det andra.')
  expect(await told([...third, version(1, null)])).toEqual([])
})

test('whoever is told late has thirty days all the same', async () => {
  const member = await earlier(await joinAsMember(house))
  await told([version(-39, 'Nytt.')])
  expect(await noticesOf(member)).toMatchObject([{ toldOn: today(), appliesOn: daysAfter(today(), 31) }])
  const short = { profile_id: member.signedIn.person.id, version: '2026-01-02', told_on: today() }
  const insert = house.db.insertInto('terms_notices').values({ ...short, applies_on: daysAfter(today(), 29) })
  await expect(insert.execute()).rejects.toMatchObject({ constraint: 'terms_notices_thirty_days' })
})

test('a release that knows fewer versions tells nobody who has accepted a later one, and hides nobody from the newer', async () => {
  const [ahead, behind] = [await joinAsMember(house), await earlier(await joinAsMember(house))]
  expect(currentTerms() > earlierTerms).toBe(true)
  const old = [{ name: '2026-02-01', news: { changes: ['Förr.'], earlierFrom: '2026-03-15' } }]
  expect((await told(old)).map(({ recipient }) => recipient)).toEqual([behind.email])
  expect((await told()).map(({ recipient }) => recipient)).toEqual([behind.email])
  expect(await noticesOf(ahead)).toEqual([])
})

test('a run that is cut off tells nobody twice and leaves nobody out, and one that has nothing to do reads nobody', async () => {
  const people = [await earlier(await joinAsMember(house)), await earlier(await joinAsMember(house))]
  // The second letter fails to be written: the batch is undone, and each is carried out alone.
  await house.asOwner(`create function refuse() returns trigger language plpgsql as $$ begin
    if new.recipient = '${people[1]?.email}' then raise exception 'poison'; end if; return new; end $$;
    create trigger refuse before insert on outbox_messages for each row execute function refuse()`)
  await expect(tellOfTerms(house)).rejects.toThrow('poison')
  await house.asOwner('drop trigger refuse on outbox_messages; drop function refuse')
  expect((await house.deliver()).map(({ recipient }) => recipient)).toContain(people[0]?.email)
  expect((await told()).map(({ recipient }) => recipient)).toEqual([people[1]?.email])
  const woken: string[] = []
  const watched = { ...house, wake: (work: string) => void woken.push(work) }
  expect(await tellOfTerms(watched)).toBe(0)
  expect(await tellOfTerms(watched, [version(-9, null)])).toBe(0)
  expect(woken).toEqual([])
})

test('two processes at once tell each person once', async () => {
  const people = [await earlier(await joinAsMember(house)), await earlier(await joinAsMember(house))]
  await Promise.all([tellOfTerms(house), tellOfTerms(house)])
  const mails = (await house.deliver()).filter(({ subject }) => subject.startsWith('Nya villkor'))
  expect(mails.map(({ recipient }) => recipient).sort()).toEqual(people.map(({ email }) => email).sort())
})
