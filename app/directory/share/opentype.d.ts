/** Types for the part of opentype.js that is used here; the package has none. */
declare module 'opentype.js' {
  type Path = { toPathData(decimals: number): string }
  export type Font = {
    charToGlyphIndex(letter: string): number
    getPath(text: string, x: number, y: number, size: number, options: { letterSpacing: number }): Path
    getAdvanceWidth(text: string, size: number, options: { letterSpacing: number }): number
  }
  const opentype: { parse(file: ArrayBuffer): Font }
  export default opentype
}
