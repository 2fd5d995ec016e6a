import { expect, test } from 'vitest'
import { pictureKind } from './picture-kind'

/** With more bytes behind the signature, as in every file. */
const kindOf = (first: string) => pictureKind(Buffer.from(`${first}and then the rest of the file`, 'latin1'))

test.each([
  ['\xff\xd8\xff', 'jpeg'],
  ['\x89PNG\r\n\x1a\n', 'png'],
  ['RIFF\x10\x20\x30\x40WEBP', 'webp'],
  ['\0\0\0\x18ftypheic', 'heic'],
  ['\0\0\0\x1cftypmif1', 'heic'],
])('bytes %j are recognised as %s', (first, kind) => {
  expect(kindOf(first)).toBe(kind)
})

test.each([
  ['an empty file', ''],
  ['a JPEG that begins a byte late', '\0\xff\xd8\xff'],
  ['two bytes of a JPEG', '\xff\xd8'],
  ['a PNG whose line breaks were changed on the way', '\x89PNG\n\x1a\n'],
  ['an AVI file', 'RIFF\x10\x20\x30\x40AVI '],
  ['a WEBP without its RIFF header', 'ABCD\x10\x20\x30\x40WEBP'],
  ['an MP4 film', '\0\0\0\x18ftypisom'],
  ['a HEIC brand outside its box', '\0\0\0\x18freeheic'],
])('%s is not recognised as a picture', (_, first) => {
  expect(kindOf(first)).toBe('unknown')
})
