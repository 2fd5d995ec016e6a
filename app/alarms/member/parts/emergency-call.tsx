import { type RefObject, useEffect, useState } from 'react'
import { EMERGENCY_NUMBER } from '~/shared/product'
import { Icon } from '~/ui/marks/icon'

/** The button that rings 112. Pale on the dark page, so that nobody mistakes it for the button that sends an alarm. */
export function CallButton({ className }: { className: string }) {
  return (
    <a
      href={`tel:${EMERGENCY_NUMBER}`}
      className={`flex flex-wrap items-center justify-center gap-x-3 rounded-control bg-ink px-[min(1.25rem,3vw)] font-semibold text-paper no-underline active:translate-y-px ${className}`}
    >
      <Icon name="phone" />
      Ring {EMERGENCY_NUMBER}
    </a>
  )
}

/** The 112 card, first on the page. */
export function EmergencyCall({ ref }: { ref?: RefObject<HTMLElement | null> }) {
  return (
    <section ref={ref} aria-labelledby="akut" className="rounded-card bg-surface p-4 sm:p-6 short:p-3">
      <h2 id="akut" className="flex items-start gap-3 text-h4">
        <Icon name="warning" className="text-alarm-text" />
        Akut fara? Ring {EMERGENCY_NUMBER} först.
      </h2>
      <CallButton className="mt-4 min-h-16 text-h3 short:mt-2 short:min-h-12 short:text-h4" />
      <p className="mt-3 text-soft short:sr-only">Polis, ambulans och räddningstjänst. Larma sedan här.</p>
    </section>
  )
}

type BarProps = { unless: RefObject<HTMLElement | null>; clearOf: RefObject<HTMLElement | null> }

/**
 * The 112 button fixed at the bottom once the card is out of view, but never over the button that sends. Without
 * scripts it stands last on the page.
 */
export function EmergencyBar({ unless, clearOf }: BarProps) {
  const isFirstInSight = useInSight(unless, true)
  // Restricted to the lower 40 % of the screen, where the bar would cover the button.
  const isSendingThere = useInSight(clearOf, false, '-60% 0px 0px 0px')
  const isNear = isFirstInSight || isSendingThere
  return (
    <div className="emergency-bar" data-near={isNear || undefined}>
      <CallButton className="min-h-14 text-h4" />
    </div>
  )
}

function useInSight(element: RefObject<HTMLElement | null>, atFirst: boolean, rootMargin = '0px'): boolean {
  const [isInSight, setInSight] = useState(atFirst)
  useEffect(() => {
    if (!element.current) return
    const observer = new IntersectionObserver((seen) => setInSight(seen.at(-1)?.isIntersecting ?? atFirst), {
      rootMargin,
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, atFirst, rootMargin])
  return isInSight
}
