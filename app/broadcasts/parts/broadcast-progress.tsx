import { DescriptionList } from '~/ui/description-list'
import { Progress } from '~/ui/progress'
import type { BroadcastInShort } from '../read-broadcasts.server'

type Counts = BroadcastInShort['progress']

const handled = ({ sent, delivered, failed, calledOff }: Counts) => sent + delivered + failed + calledOff

/** "240 av 300 skickade, 236 framme" */
export function progressText(counts: Counts): string {
  const out = counts.sent + counts.delivered
  return `${out} av ${counts.total} skickade${counts.delivered > 0 ? `, ${counts.delivered} framme` : ''}`
}

/** The progress of a broadcast and the outcome of its messages. */
export function BroadcastProgress({ broadcast }: { broadcast: BroadcastInShort }) {
  const { progress, parts, cost, state } = broadcast
  return (
    <div className="grid gap-5" aria-live="polite">
      <Progress
        label={state === 'running' ? 'Skickas' : 'Resultat'}
        value={handled(progress)}
        max={Math.max(1, progress.total)}
        text={progressText(progress)}
      />
      {state === 'running' && progress.waiting > 0 && (
        <p className="text-small text-soft">Den som har tysta timmar nu får SMS:et när de är slut.</p>
      )}
      <DescriptionList
        className="tabular"
        items={[
          { term: 'Framme', description: progress.delivered },
          { term: 'Skickade, utan svar ännu', description: progress.sent },
          { term: 'Väntar', description: progress.waiting },
          { term: 'Gick inte fram', description: progress.failed },
          { term: 'Stoppade eller återkallade', description: progress.calledOff },
          { term: 'SMS-delar', description: parts },
          { term: 'Kostnad hittills', description: cost },
        ]}
      />
    </div>
  )
}
