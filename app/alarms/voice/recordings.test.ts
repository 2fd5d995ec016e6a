import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type AtPhone, recordings, whatIsSo } from './recordings'

const waiting: AtPhone = { isTest: false, isOpen: true, isNew: true, isMine: false, isReached: true }

test.each<[string, Partial<AtPhone>, string, boolean]>([
  ['an alarm nobody has taken', {}, 'alarm', true],
  ['an alarm somebody else has', { isNew: false }, 'elsewhere', false],
  ['an alarm the person called has', { isNew: false, isMine: true }, 'yours', false],
  ['an alarm that is over', { isNew: false, isOpen: false }, 'over', false],
  ['an alarm that is over and was theirs', { isNew: false, isOpen: false, isMine: true }, 'over', false],
  ['an alarm they may no longer receive', { isReached: false }, 'closed', false],
  ['a test', { isTest: true }, 'test', true],
  ['a test that somebody has answered', { isTest: true, isNew: false }, 'test', true],
  ['a test that is over', { isTest: true, isNew: false, isOpen: false }, 'ended', false],
])('a phone call about %s plays the recording for its state', (_, given, recording, asks) => {
  expect(whatIsSo({ ...waiting, ...given })).toEqual({ recording, asks })
})

test('there is one sound file for each recording, and no other', () => {
  const files = readdirSync('public/recordings').filter((file) => file.endsWith('.mp3'))
  expect(files.sort()).toEqual(
    Object.keys(recordings)
      .map((name) => `${name}.mp3`)
      .sort(),
  )
})

test.each(Object.entries(recordings))(
  'the recording %s is an 8 kHz mono MP3 as long as its words need',
  (name, words) => {
    const { seconds, ...format } = soundIn(readFileSync(`public/recordings/${name}.mp3`))
    expect(format).toEqual({ version: 'MPEG 2.5', hz: 8_000, channels: 1, kbits: 16 })
    // One second is silence. Slower than normal speech, for somebody who has just woken up.
    const perSecond = words.length / (seconds - 1)
    expect(perSecond).toBeGreaterThan(8)
    expect(perSecond).toBeLessThan(17)
    expect(seconds).toBeLessThan(15)
  },
)

const padding = 0x02
const framesPerSecond = 8_000 / 576

/** The format of an mp3, read from the header of every frame from first to last byte. */
function soundIn(bytes: Buffer) {
  let at = bytes.toString('latin1', 0, 3) === 'ID3' ? 10 + tagLength(bytes) : 0
  const heads = new Set<number>()
  let frames = 0
  for (; at + 4 <= bytes.length; frames++) {
    const [sync = 0, version = 0, rate = 0, mode = 0] = bytes.subarray(at)
    // MPEG 2.5, layer III only.
    if (sync !== 0xff || (version | 1) !== 0xe3) throw new Error(`no frame at byte ${at}`)
    heads.add(((rate & ~padding) << 8) | (mode & 0xc0))
    at += 144 + ((rate & padding) >> 1)
  }
  expect(at).toBe(bytes.length)
  expect([...heads]).toEqual([0x28c0])
  return { version: 'MPEG 2.5', hz: 8_000, channels: 1, kbits: 16, seconds: frames / framesPerSecond }
}

const tagLength = (bytes: Buffer) => bytes.subarray(6, 10).reduce((sum, byte) => sum * 128 + byte, 0)

test('no recording names a person or place, and those of a test say so first', () => {
  expect(recordings.alarm).toBe(
    'Larm från Kvartera. Tryck 1 för att ta det, 2 för att höra igen, 3 för att du inte kan.',
  )
  for (const name of ['test', 'heard', 'ended'] as const) expect(recordings[name]).toMatch(/^Test, inget larm\./)
})
