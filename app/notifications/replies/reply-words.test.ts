import { expect, test } from 'vitest'
import { asksToStop } from './reply-words'

test.each(['STOP', 'stop', ' Stopp! ', '"STOP"', 'Stop tack', 'STOP\n', 'Sluta', 'avregistrera mig'])(
  '%j asks to stop',
  (text) => {
    expect(asksToStop(text)).toBe(true)
  },
)

test.each(['JA', 'NEJ', 'FRAMME', 'KLAR', 'Stoppa tjuven på gatan', 'Jag vill inte att ni slutar', 'Vem är det?', ''])(
  '%j does not ask to stop',
  (text) => {
    expect(asksToStop(text)).toBe(false)
  },
)
