/** Control or command and one letter, nothing else. */
export function isShortcut({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent, letter: string): boolean {
  return (ctrlKey || metaKey) && !shiftKey && !altKey && key.toLowerCase() === letter
}
