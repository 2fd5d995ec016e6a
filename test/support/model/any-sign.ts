import fc from 'fast-check'

const halves = (code: number) => code >= 0xd800 && code <= 0xdfff

/** Any sign there is. fast-check's own `binary` draws the same from a table that takes seconds to lay out. */
export const anySign = fc
  .integer({ min: 0, max: 0x10ffff })
  .filter((code) => !halves(code))
  .map((code) => String.fromCodePoint(code))
