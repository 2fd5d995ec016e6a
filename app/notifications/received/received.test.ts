import { describe, expect, test } from 'vitest'
import { noticesOf, type Told } from './received'

const noon = new Date('2026-11-20T12:00:00Z')
const told = (id: string, rest: Partial<Told> = {}): Told => ({
  id,
  channel: 'mail',
  kind: 'booking confirmed',
  subject: 'Din bokning är bekräftad',
  text: 'Hej Eva,\n\nStäd AB har bekräftat din bokning.\n\nVar: Provgatan 1\n\nSe bokningen:\nhttps://kvartera.test/x',
  path: null,
  state: 'sent',
  writtenAt: noon,
  ...rest,
})
const later = (minutes: number) => new Date(noon.getTime() + minutes * 60_000)

test('groups the messages of several channels into one notice, with the shortest text', () => {
  const rows = [
    told('4', { channel: 'push', subject: 'Bekräftad', text: 'Torsdag kl. 10.', path: '/dashboard', state: 'failed' }),
    told('3', { channel: 'push', subject: 'Bekräftad', text: 'Torsdag kl. 10.', path: '/dashboard', state: 'sent' }),
    told('2', { channel: 'sms', text: 'Din bokning är bekräftad.', state: 'delivered' }),
    told('1'),
  ]
  expect(noticesOf(rows, 20, false)).toEqual({
    notices: [
      {
        id: '4',
        subject: 'Din bokning är bekräftad',
        text: 'Torsdag kl. 10.',
        path: '/dashboard',
        writtenAt: noon,
        ways: [
          { channel: 'mail', state: 'sent' },
          { channel: 'sms', state: 'delivered' },
          { channel: 'push', state: 'sent' },
        ],
      },
    ],
    next: null,
  })
})

test('a notice with a push links to its page, and one without links nowhere', () => {
  const pathOf = (rest: Partial<Told>) => noticesOf([told('1', rest)], 20, false).notices[0]?.path
  expect(pathOf({ channel: 'push', text: 'Torsdag kl. 10.', path: '/dashboard/points' })).toBe('/dashboard/points')
  expect(pathOf({})).toBeNull()
})

test('does not group messages with different texts or of different kinds', () => {
  const rows = [told('2', { text: 'Hej,\n\nAndra.' }), told('1', { text: 'Hej,\n\nFörsta.' })]
  expect(noticesOf(rows, 20, false).notices.map(({ text }) => text)).toEqual(['Andra.', 'Första.'])
  const kinds = [told('2', { channel: 'push', kind: 'points earned' }), told('1')]
  expect(noticesOf(kinds, 20, false).notices.map(({ id }) => id)).toEqual(['2', '1'])
})

describe('the words', () => {
  const textOf = (rest: Partial<Told>) => noticesOf([told('1', rest)], 20, false).notices[0]?.text
  test.each<[string, Partial<Told>, string]>([
    ['of a mail are its first paragraph', {}, 'Städ AB har bekräftat din bokning.'],
    [
      'of a mail end in a full stop where its next paragraph would follow',
      { text: 'Hej,\n\nStäd AB har svarat på ditt omdöme:\n\n”Tack!”' },
      'Städ AB har svarat på ditt omdöme.',
    ],
    [
      'end in a full stop where a link followed',
      { channel: 'sms', text: 'Svara senast 21.14: https://kvartera.test/x' },
      'Svara senast 21.14.',
    ],
    ['contain no link', { channel: 'sms', text: 'Se https://kvartera.test/larm/abc nu' }, 'Se nu'],
    ['contain no email address', { text: 'Hej,\n\nSkriv till a.b@example.se om du vill.' }, 'Skriv till om du vill.'],
    [
      'of a kind with a secret are replaced by a description',
      { kind: 'phone code', channel: 'sms', text: 'Koden är 123456' },
      'En länk eller kod, som bara står i själva meddelandet.',
    ],
    ['of a mail without content are empty', { text: 'Hej,' }, ''],
  ])('%s', (_, rest, words) => {
    expect(textOf(rest)).toBe(words)
  })
  test('are cut at 200 characters, also within a word', () => {
    expect(textOf({ channel: 'sms', text: 'ord '.repeat(100) })).toHaveLength(200)
    expect(textOf({ channel: 'sms', text: 'x'.repeat(300_000) })).toHaveLength(200)
  })
})

test('does not group messages of one channel and moment with different subjects', () => {
  const rows = [told('2', { subject: 'Två' }), told('1', { subject: 'Ett' })]
  expect(noticesOf(rows, 20, false).notices.map(({ subject }) => subject)).toEqual(['Två', 'Ett'])
})

describe('pages', () => {
  const many = [5, 4, 3, 2, 1].map((n) => told(String(n), { writtenAt: later(n) }))
  test('continue where the page before ended', () => {
    const { notices, next } = noticesOf(many, 2, false)
    expect([notices.map(({ id }) => id), next]).toEqual([['5', '4'], '4'])
    expect(noticesOf(many, 5, false).next).toBeNull()
  })
  test('leave a notice that may be cut off to the next page', () => {
    const rows = [told('3', { writtenAt: later(1) }), told('2'), told('1', { channel: 'sms' })]
    // The first row that was not read could be another channel of the last notice.
    expect(noticesOf(rows, 20, true)).toMatchObject({ notices: [{ id: '3' }], next: '3' })
  })
  test('show a notice that fills the whole page', () => {
    const rows = [told('2'), told('1', { channel: 'sms' })]
    expect(noticesOf(rows, 20, true)).toMatchObject({ notices: [{ id: '2' }], next: '1' })
  })
})
