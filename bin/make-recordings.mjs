/**
 * Makes public/recordings/*.mp3 from the texts in app/alarms/voice/recordings.ts. Run it after changing them. Needs
 * espeak-ng, sox and lame. The results are committed, since machines that run the product do not have these.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const app = new URL('../app/', import.meta.url)
registerHooks({
  resolve: (name, context, next) => next(name.startsWith('~/') ? `${app}${name.slice(2)}.ts` : name, context),
})
const { recordings } = await import('../app/alarms/voice/recordings.ts')

/** Pronunciation hints for the synthesiser, which otherwise pauses before these words as at a comma. */
const spoken = (text) =>
  text.replaceAll('för att', '[[fYR at:]]').replaceAll('SMS', 'ess emm ess').replaceAll('.', '. ')

const folder = mkdtempSync(join(tmpdir(), 'kvartera-recordings-'))
const run = (program, ...words) => execFileSync(program, words, { stdio: ['ignore', 'inherit', 'inherit'] })
for (const [name, text] of Object.entries(recordings)) {
  const [said, small] = [join(folder, 'said.wav'), join(folder, 'small.wav')]
  run('espeak-ng', '-v', 'sv', '-s', '135', '-p', '40', '-w', said, spoken(text))
  // Telephone bandwidth, with silence before: the first word would be lost while the line opens.
  run('sox', said, '-r', '8000', '-c', '1', small, 'norm', '-3', 'pad', '0.5', '0.5')
  run('lame', '--quiet', '-m', 'm', '-b', '16', '--resample', '8', small, join('public/recordings', `${name}.mp3`))
}
rmSync(folder, { recursive: true })
