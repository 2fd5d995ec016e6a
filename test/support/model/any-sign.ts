import fc from 'fast-check'

const halves = (code: number) => code >= 0xd800 && code <= 0xdfff

/** Any Unicode character. fast-check's own `binary` unit builds a table that takes seconds. */
export const anySign = fc
  .integer({ min: 0, max: 0x10ffff })
  .filter((code) => !halves(code))
  .map((code) => String.fromCodePoint(code))
