import { beforeAll, expect, test } from 'vitest'
import { useHouse } from '../../../test/support/house'
import { joinAsMember } from '../../../test/support/people'
import { mailPasskey } from '../passkeys/passkey-mails.server'
import { mailAddressPutBack, mailRecovered, mailSecondFactor } from './mails.server'

/* What the mails about an account say has ended, which differs by recipient. */

const house = useHouse()
let siv: { id: string; name: string; email: string }
const origin = 'http://kvartera.test'

beforeAll(async () => {
  const { email, signedIn } = await joinAsMember(house)
  siv = { id: signedIn.person.id, name: 'Siv', email }
  await house.deliver()
})

async function letterOf(write: () => Promise<void>) {
  await write()
  const [letter, ...more] = await house.deliver()
  expect([letter?.recipient, more]).toEqual([siv.email, []])
  return { subject: letter?.subject ?? '', text: letter?.text ?? '' }
}

test.each([
  ['member', false, []],
  [null, false, []],
  ['company', false, ['väktares egna länkar']],
  ['admin', false, ['inte längre administratör']],
  ['admin', true, []],
] as const)(
  'the mail about a recovered account of a %s with a second step (%s) mentions %j',
  async (role, hasSecondFactor, told) => {
    const { subject, text } = await letterOf(() => mailRecovered(house.db, origin, { ...siv, role, hasSecondFactor }))
    expect(subject).toBe('Ditt lösenord är bytt')
    const words = ['väktares egna länkar', 'inte längre administratör']
    expect(words.filter((each) => text.includes(each))).toEqual(told)
  },
)

test.each([
  ['on', 'Tvåstegsverifiering är på', 'räcker inte lösenordet'],
  ['by passkey', 'Din app för inloggning är borttagen', 'frågar vi efter din passnyckel'],
  ['off', 'Tvåstegsverifiering är av', 'räcker lösenordet'],
] as const)(
  'the mail about a second step that is %s says what a login requires and links to recovery',
  async (state, heading, words) => {
    const { subject, text } = await letterOf(() => mailSecondFactor(house.db, origin, siv, state))
    expect([subject, text.includes(words), text.includes(`${origin}/auth/recover`)]).toEqual([heading, true, true])
  },
)

test.each([
  ['added', 'En passnyckel är tillagd', 'går det att logga in'],
  ['removed', 'En passnyckel är borttagen', 'går inte längre att logga in'],
] as const)(
  'the mail about a passkey that is %s names it and says whether it still logs in',
  async (change, heading, words) => {
    const { subject, text } = await letterOf(() => mailPasskey(house.db, origin, siv, change, 'Mobilen'))
    expect([subject, text.includes(words), text.includes('”Mobilen”')]).toEqual([heading, true, true])
  },
)

test.each([
  ['not theirs', 'inte var hen som bytte'],
  ['asked for', 'inloggad bad om det'],
] as const)('the mail about a restored address gives the reason when the change was %s', async (by, words) => {
  const { text } = await letterOf(() => mailAddressPutBack(house.db, house.config, siv.email, by))
  expect(text).toContain(words)
})
