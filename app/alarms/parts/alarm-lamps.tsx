import { Icon } from '~/ui/marks/icon'
import { type Lamp, type Lit, lampsOf } from '../history/lamps'

/** The row of lamps. Changes are announced in a live region. */
export function AlarmLamps({ alarm }: { alarm: Lit }) {
  const lamps = lampsOf(alarm)
  const latest = lamps.findLast(({ light }) => light === 'lit' || light === 'failed')
  return (
    <>
      <p role="status" className="sr-only">
        {latest ? `${latest.title} ${latest.text ?? ''}` : null}
      </p>
      <ol className="alarm-lamps" aria-label="Så går det för larmet">
        {lamps.map((lamp) => (
          <li key={lamp.id} data-light={lamp.light}>
            <span aria-hidden="true" className="alarm-lamp">
              {lamp.light === 'lit' ? <Icon name="check" className="size-[calc(var(--lamp-size)*6/11)]" /> : null}
            </span>
            <LampWords {...lamp} />
          </li>
        ))}
      </ol>
    </>
  )
}

/** `out`: not noted before the alarm ended. It may have happened: a guard may have pressed nothing. */
const spoken = {
  lit: 'Klart: ',
  waiting: 'Väntar: ',
  dark: 'Inte än: ',
  out: 'Inte noterat: ',
  failed: '',
} as const satisfies Record<Lamp['light'], string>

const isQuiet = (light: Lamp['light']) => light === 'dark' || light === 'out'

function LampWords({ light, title, text }: Lamp) {
  return (
    <div className="min-w-0 pt-1.5">
      <p className={isQuiet(light) ? 'text-lead text-soft' : 'text-lead font-semibold'}>
        <span className="sr-only">{spoken[light]}</span>
        {title}
      </p>
      {text ? <p className="text-soft">{text}</p> : null}
    </div>
  )
}
