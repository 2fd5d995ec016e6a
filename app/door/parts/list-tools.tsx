import type { ReactNode } from 'react'
import { useOutletContext } from 'react-router'

/**
 * The place for an administrators' list's saved views and download. The surrounding frame renders them through the
 * outlet context: it knows all lists and lies above them (docs/decisions/0195).
 */
export function ListTools() {
  return useOutletContext<ReactNode>() ?? null
}
