import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type AtPhone, recordings, whatIsSo } from './recordings'

const waiting: AtPhone = { isTest: false, isOpen: true, isNew: true, isMine: false, isReached: true }

test.each<[string, Partial<AtPhone>, string, boolean]>([
  ['an alarm that waits', {}, 'alarm', true],
  ['one that somebody else has', { isNew: false }, 'elsewhere', false],
  ['one that they have', { isNew: false, isMine: true }, 'yours', false],
  ['one that is over', { isNew: false, isOpen: false }, 'over', false],
  ['one that is over, and was theirs', { isNew: false, isOpen: false, isMine: true }, 'over', false],
  ['one that they may not have any more', { isReached: false }, 'closed', false],
  ['a test', { isTest: true }, 'test', true],
  ['a test that somebody has answered', { isTest: true, isNew: false }, 'test', true],
  ['a test that is over', { isTest: true, isNew: false, isOpen: false }, 'ended', false],
])('of %s the phone says what is so', (_, given, recording, asks) => {
  expect(whatIsSo({ ...waiting, ...given })).toEqual({ recording, asks })
})

test('every recording is there, a sound that a telephone carries, and no other', () => {
  const files = readdirSync('public/recordings').filter((file) => file.endsWith('.mp3'))
  expect(files.sort()).toEqual(
    Object.keys(recordings)
      .map((name) => `${name}.mp3`)
      .sort(),
  )
  for (const file of files) {
    const bytes = readFileSync(`public/recordings/${file}`)
    // MPEG 2.5, layer III, which is what 8 kHz is.
    expect([file, bytes.indexOf(Buffer.from([0xff, 0xe3])) >= 0, bytes.length < 40_000]).toEqual([file, true, true])
  }
})

test('what a voicemail keeps names nobody and no place; a test says so in its first word', () => {
  expect(recordings.alarm).toBe(
    'Larm från Kvartera. Tryck 1 för att ta det, 2 för att höra igen, 3 för att du inte kan.',
  )
  for (const name of ['test', 'heard', 'ended'] as const) expect(recordings[name]).toMatch(/^Test, inget larm\./)
})
