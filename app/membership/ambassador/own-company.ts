type Company = { ownerId: string | null; phone: string; email: string }
type Member = { id: string; phone: string | null; email: string }

/** Nobody is rewarded for a tip to themselves: the same person, the same number or the same address. */
export function isOwnCompany(company: Company, member: Member): boolean {
  return company.ownerId === member.id || company.phone === member.phone || company.email === member.email
}
