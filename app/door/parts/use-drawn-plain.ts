import { useMatches } from 'react-router'
import { isPlainPage } from '../plain-page'

/** Whether it is drawn as a plain page. In the browser nothing is: what runs there goes on when it has nothing to run any more. */
export function useDrawnPlain(): boolean {
  const found = useMatches()
  return typeof document === 'undefined' && isPlainPage(found)
}
