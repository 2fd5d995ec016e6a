import { useState } from 'react'
import { useLocation } from 'react-router'

/**
 * The action's answer, kept on screen while loaders are revalidated, when the router itself forgets it. Dropped at the
 * next answer or navigation.
 */
export function useKeptAnswer<Answer>(answer: Answer | undefined): Answer | undefined {
  const { key } = useLocation()
  const [kept, keep] = useState({ answer, key })
  if (answer !== undefined && (kept.answer !== answer || kept.key !== key)) keep({ answer, key })
  return answer ?? (kept.key === key ? kept.answer : undefined)
}
