import type { CSSProperties } from 'react'
import { Icon, type IconName } from '~/ui/marks/icon'
import { iconPaths } from '~/ui/marks/icon-paths'
import { Chapter, Specimen } from './specimen'

const grounds = [
  ['paper', 'sidan'],
  ['surface', 'kort och fält'],
  ['mist', 'lugna ytor'],
  ['line', 'avdelare'],
  ['edge', 'fältens kant'],
  ['ink', 'text'],
  ['soft', 'stödjande text'],
  ['spruce', 'handling, länk'],
  ['fern', 'valt, bekräftat'],
  ['deep', 'band'],
  ['lamp', 'den enda accenten'],
  ['lamp-ink', 'accent som text'],
  ['alarm', 'larm och borttagning'],
  ['alarm-text', 'fel som text'],
] as const

const textSizes = [
  ['text-display', 'Trygghet först'],
  ['text-h1', 'Boka tjänst'],
  ['text-h2', 'Så går det till'],
  ['text-h3', 'Kvällens runda'],
  ['text-h4', 'Älvsjö, 125 40'],
  ['text-lead', 'En granne som håller ett öga på kvarteret när du inte är hemma.'],
  ['text-body', 'Bokningen är skickad. Städbolaget svarar oftast inom två timmar.'],
  ['text-small', 'Priserna är inklusive moms. Du kan avboka fram till dagen före.'],
] as const

export function Foundations() {
  return (
    <Chapter id="grunden" title="Grunden" text="Papper, gran och ett lampsken. Färgerna följer grunden de står på.">
      <Specimen name="Färger">
        <ul className="grid grid-cols-2 gap-4 sm:grid-cols-4 lg:grid-cols-5">
          {grounds.map(([token, use]) => (
            <li key={token}>
              <span
                style={{ '--swatch': `var(--${token})` } as CSSProperties}
                className="block h-16 rounded-card border border-line bg-(--swatch)"
              />
              <span className="mt-1.5 block font-semibold">{token}</span>
              <span className="block text-small text-soft">{use}</span>
            </li>
          ))}
        </ul>
      </Specimen>
      <Specimen name="Text" className="grid gap-5">
        {textSizes.map(([size, words]) => (
          <div key={size}>
            <code className="block font-sans text-small text-soft">{size}</code>
            <p className={size}>{words}</p>
          </div>
        ))}
        <p className="prose-width">
          Löptext hålls till sextioåtta tecken per rad. Långa svenska ord, som bostadsrättsföreningsordförande och
          trygghetsmedlemskap, avstavas där en läsare skulle göra det. <a href="#grunden">En länk i texten</a> är
          understruken, alltid.
        </p>
      </Specimen>
      <Specimen name="Fokus på varje grund" className="grid gap-3 sm:grid-cols-3">
        {(['bg-paper', 'bg-surface', 'bg-mist', 'band', 'bg-spruce', 'bg-lamp'] as const).map((ground) => (
          <div key={ground} className={`rounded-card border border-line p-6 ${ground}`}>
            <span className="focus-shown inline-flex min-h-12 items-center rounded-control bg-surface px-5 font-semibold text-ink">
              {ground}
            </span>
          </div>
        ))}
      </Specimen>
      <Specimen name="Ikoner">
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-2">
          {(Object.keys(iconPaths) as IconName[]).map((name) => (
            <li key={name} className="grid justify-items-center gap-2 rounded-control bg-surface px-1 py-4 text-center">
              <Icon name={name} className="size-7" />
              <code className="text-small text-soft">{name}</code>
            </li>
          ))}
        </ul>
      </Specimen>
    </Chapter>
  )
}
