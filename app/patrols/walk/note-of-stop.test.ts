import { expect, test } from 'vitest'
import { longestNote, wrongNote } from './note-of-stop'

test('a note of a stop may have 500 characters, without the spaces around it', () => {
  expect(wrongNote(` ${'å'.repeat(longestNote)}\n`)).toBeNull()
  expect(wrongNote('å'.repeat(longestNote + 1))).toBe('Anteckningen får vara högst 500 tecken')
})
