type Company = { ownerId: string | null; phone: string; email: string }
type Member = { id: string; phone: string | null; email: string }

/**
 * Whether the tip is for the member's own company (same person, phone or email address): such a tip is not rewarded.
 */
export function isOwnCompany(company: Company, member: Member): boolean {
  return company.ownerId === member.id || company.phone === member.phone || company.email === member.email
}
