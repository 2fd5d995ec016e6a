/** Ctrl or Cmd with one letter, and no other modifier. */
export function isShortcut({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent, letter: string): boolean {
  return (ctrlKey || metaKey) && !shiftKey && !altKey && key.toLowerCase() === letter
}
