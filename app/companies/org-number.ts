/** A hint beside the field if the check digit is wrong. Null if it is right, or if nothing is typed. */
export function orgNumberHint(typed: string): string | null {
  if (typed.trim() === '') return null
  return isOrgNumber(typed)
    ? null
    : 'Numret ser inte ut som ett organisationsnummer. Kontrollera det gärna; ni kan fortsätta ändå.'
}

/** Ten digits with a valid Luhn check digit; a sole trader's number may have the century in front. */
export function isOrgNumber(typed: string): boolean {
  const digits = typed.replace(/[\s-]/g, '')
  if (!/^\d{10}$|^\d{12}$/.test(digits)) return false
  return luhnSum(digits.slice(-10)) % 10 === 0
}

function luhnSum(digits: string): number {
  return [...digits].reduce((sum, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 2 : 1)
    return sum + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
}
