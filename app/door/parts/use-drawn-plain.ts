import { useMatches } from 'react-router'
import { isPlainPage } from '../plain-page'

/**
 * Whether the page is rendered as a plain page, which is only ever on the server. A page that already runs in the
 * browser keeps running.
 */
export function useDrawnPlain(): boolean {
  const found = useMatches()
  return typeof document === 'undefined' && isPlainPage(found)
}
