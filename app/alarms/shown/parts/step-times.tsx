import { DataTable } from '~/ui/table'
import { inWords } from '../../words/seconds'
import { type Figure, fewestForMedian, fewestForNineOfTen, type PublicFigures, type Step } from '../response-figures'

const words = (figure: Figure) =>
  figure.kind === 'seconds'
    ? inWords(figure.seconds)
    : figure.kind === 'few'
      ? 'för få för att säga'
      : 'så många togs inte'

/** Times from the press until delivered, taken and on site: median and 90th percentile. */
export function StepTimes({ figures: { delivered, taken, onSite } }: { figures: PublicFigures }) {
  const row = (id: string, step: string, { known, of, median, nineOfTen }: Step) => ({
    id,
    step,
    median: words(median),
    nineOfTen: words(nineOfTen),
    known: of === 0 ? '–' : `${known} av ${of}`,
  })
  return (
    <>
      <DataTable
        caption="Från tryck till hjälp"
        captionHidden
        columns={[
          { key: 'step', label: 'Från tryck till' },
          { key: 'median', label: 'Hälften inom', align: 'right' },
          { key: 'nineOfTen', label: 'Nio av tio inom', align: 'right' },
          { key: 'known', label: 'Vet vi om', align: 'right' },
        ]}
        rows={[
          row('delivered', 'Framme hos någon', delivered),
          row('taken', 'Taget', taken),
          row('onSite', 'På plats', onSite),
        ]}
      />
      <p className="mt-3 max-w-[60ch] text-small text-soft">
        Hälften sägs av minst {fewestForMedian} larm, nio av tio av minst {fewestForNineOfTen}. Ett larm som ingen tog
        räknas som längre än alla andra. Framme räknas bara när telefonens operatör har sagt det, och på plats när
        väktaren har tryckt på knappen.
      </p>
    </>
  )
}
