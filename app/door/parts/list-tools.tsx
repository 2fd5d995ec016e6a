import type { ReactNode } from 'react'
import { useOutletContext } from 'react-router'

/**
 * Where a list of administrators has its views and its file: what stands there is made by the frame around the lists, which knows all
 * of them and lies above them (docs/decisions/0195).
 */
export function ListTools() {
  return useOutletContext<ReactNode>() ?? null
}
