import { type ReactNode, useEffect, useRef } from 'react'

/** Heads what has taken the place of the form that was sent: whoever sent it goes on reading here. */
export function ArrivalHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h3 ref={heading} tabIndex={-1} className="scroll-mt-6 text-h4">
      {children}
    </h3>
  )
}
