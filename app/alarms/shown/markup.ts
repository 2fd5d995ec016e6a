/** Text in HTML or XML, where some of its signs would be something else. */
export function inText(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
