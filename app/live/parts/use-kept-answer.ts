import { useState } from 'react'
import { useLocation } from 'react-router'

/**
 * What a form of the page was answered, kept in sight while the loaders are asked again; the router itself forgets
 * it then. Gone when the next form is answered, or when the page leads on.
 */
export function useKeptAnswer<Answer>(answer: Answer | undefined): Answer | undefined {
  const { key } = useLocation()
  const [kept, keep] = useState({ answer, key })
  if (answer !== undefined && (kept.answer !== answer || kept.key !== key)) keep({ answer, key })
  return answer ?? (kept.key === key ? kept.answer : undefined)
}
