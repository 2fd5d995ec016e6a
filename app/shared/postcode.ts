/** "12540" as people write it: "125 40". */
export function formatPostcode(digits: string): string {
  return `${digits.slice(0, 3)} ${digits.slice(3)}`
}
