import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { requestEmailChange } from '~/accounts/address/change-email.server'
import { verifyEmail } from '~/accounts/address/verify-email.server'
import { startPhoneProof } from '~/accounts/phone/phone-proof.server'
import { requestRecovery } from '~/accounts/recovery/recovery.server'
import { confirmSecondFactor } from '~/accounts/second-factor/confirm-second-factor.server'
import { enrolSecondFactor } from '~/accounts/second-factor/enrol-second-factor.server'
import { readFeedAddress, renewFeed } from '~/bookings/calendar/follow-calendar.server'
import { addHook, addKey, keyValues, openOwnedPartner } from '../../support/counterparts/own-systems'
import { testSecret, useHouse } from '../../support/house'
import { mailTo, tokenIn } from '../../support/letters'
import { valueFrom } from '../../support/outcome'
import { enter, joinAsMember, newEmail, PASSWORD } from '../../support/people'
import { totpCode } from '../../support/totp'

/** What somebody with a copy of the database could use to get in: nothing. */

const house = useHouse()

/** Every row of every table, as text. */
async function dump(): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(
    house.db,
  )
  const tables = new Map<string, string>()
  for (const { name } of rows) {
    const read = await sql<{ all: string | null }>`
      select string_agg(to_jsonb(t)::text, E'\n') as all from ${sql.table(name)} as t`.execute(house.db)
    tables.set(name, read.rows[0]?.all ?? '')
  }
  return tables
}

test('no table contains a password, session, link, code or key in plain text', async () => {
  const siv = await joinAsMember(house)
  const secrets = new Map<string, string>([
    ['a password', PASSWORD],
    ['the secret that all others come from', testSecret],
  ])
  const keep = (what: string, secret: string | undefined) => {
    expect(secret?.length, what).toBeGreaterThan(3)
    secrets.set(what, secret ?? '')
  }
  const search = async () => {
    const tables = await dump()
    for (const [what, secret] of secrets) {
      for (const [name, rows] of tables)
        if (rows.includes(secret)) expect.soft(`${what} lies in ${name}`).toBe('nowhere')
    }
  }

  const cookie = decodeURIComponent(siv.cookies.find((line) => /session_token/.test(line))?.split(/[=;]/)[1] ?? '')
  keep('a session, as the cookie holds it', cookie)
  keep('the link that confirms an address', tokenIn(mailTo(await house.deliver(), siv.email)))
  await house.db.updateTable('profiles').set({ email_verified: true }).where('email', '=', siv.email).execute()

  const enrolment = valueFrom(await enrolSecondFactor(house, siv.visitor, siv.signedIn, { password: PASSWORD }))
  keep('the secret of an app', new URL(enrolment.uri).searchParams.get('secret') ?? undefined)
  const on = valueFrom(await confirmSecondFactor(house, siv.visitor, siv.signedIn, { code: totpCode(enrolment.uri) }))
  const inside = await enter(house, [...siv.cookies, ...on.cookies])
  valueFrom(await renewFeed(house, inside.signedIn))
  const feed = await readFeedAddress(house, inside.signedIn)
  keep('the calendar that is followed', new URL(feed?.address ?? '').searchParams.get('key') ?? undefined)

  const partner = await openOwnedPartner(house)
  keep('the key of a system', await addKey(house, partner.owner, keyValues([partner.postcode])))
  keep('what signs to a system', (await addHook(house, partner.owner, 'http://127.0.0.1:9/larm')).secret)

  const to = newEmail()
  valueFrom(await requestEmailChange(house, inside.visitor, inside.signedIn, { email: to, password: PASSWORD }))
  // The mail is queued and not sent yet.
  await search()
  const change = tokenIn(mailTo(await house.deliver(), to))
  keep('the link to a new address', change)
  await search()
  valueFrom(await verifyEmail(house, { token: change }))
  keep('the link that puts an address back', tokenIn(mailTo(await house.deliver(), siv.email)))
  valueFrom(await requestRecovery(house, await house.visitor({ cookies: [] }), { email: to }))
  keep('the link of a recovery', tokenIn(mailTo(await house.deliver(), to)))
  const owner = { kind: 'person', id: inside.signedIn.person.id } as const
  valueFrom(await startPhoneProof(house, owner, '+46701740633', '198.51.100.7'))
  await search()
  await house.deliver()
  keep('the code to a phone', house.texted.sent.map(({ text }) => /^\d{6}\b/.exec(text)?.[0]).find(Boolean))
  await search()
  expect(secrets.size).toBeGreaterThanOrEqual(8)
})
