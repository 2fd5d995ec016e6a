/** The little of it that we use; it comes without types. */
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
