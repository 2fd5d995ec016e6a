import { createHash } from 'node:crypto'
import { categoryLabel } from '~/companies/public'

/** Raised when the drawing itself changes, so that kept copies of the old one are let go of. */
const drawing = 1

export type Pictured = { name: string; category: string; area: string | null }

/** Names what the picture shows: another name, another address, and the old one may be kept for ever. */
export function pictureVersion(company: Pictured): string {
  const shown = [drawing, company.name, categoryLabel(company.category), company.area]
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 12)
}
