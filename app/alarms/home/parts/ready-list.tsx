import { Badge } from '~/ui/badge'
import { type SetupStep, setupSteps } from '../home'

const titles: Record<SetupStep, string> = {
  phone: 'Ett mobilnummer som har svarat på en kod',
  home: 'Ditt hem',
  position: 'Telefonens plats: ja eller nej',
  test: 'Ett testlarm',
}

/** The set-up steps still to do, each linking to its section; when none is left, says that the alarm is ready. */
export function ReadyList({ missing }: { missing: readonly SetupStep[] }) {
  const isReady = missing.length === 0
  return (
    <section aria-labelledby="laget" className="rounded-card bg-surface p-5 sm:p-7">
      <h2 id="laget" className="text-h3">
        {isReady ? 'Ditt larm är redo' : 'Det här är kvar'}
      </h2>
      <ol className="mt-3 grid grid-cols-1 gap-1">
        {setupSteps.map((step) => (
          <li key={step} className="flex flex-wrap items-center justify-between gap-x-4">
            <a href={`#${step}`} className="link inline-flex min-h-12 items-center">
              {titles[step]}
            </a>
            {missing.includes(step) ? (
              <Badge tone="lamp">Saknas</Badge>
            ) : (
              <Badge tone="spruce" icon="check">
                Klart
              </Badge>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
