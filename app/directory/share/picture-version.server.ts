import { createHash } from 'node:crypto'
import { categoryLabel } from '~/companies/public'

/** Increase when the drawing itself changes, to invalidate cached pictures. */
const drawing = 1

export type Pictured = { name: string; category: string; area: string | null }

/** Hash of what the picture shows. Changed content gives a new address, so each address can be cached for ever. */
export function pictureVersion(company: Pictured): string {
  const shown = [drawing, company.name, categoryLabel(company.category), company.area]
  return createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 12)
}
