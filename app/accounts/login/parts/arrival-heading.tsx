import { type ReactNode, useEffect, useRef } from 'react'

/**
 * Heading of the content that replaces a submitted form. Takes the focus on mount, so that a keyboard or screen-reader
 * user continues here.
 */
export function ArrivalHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h3 ref={heading} tabIndex={-1} className="scroll-mt-6 text-h4">
      {children}
    </h3>
  )
}
