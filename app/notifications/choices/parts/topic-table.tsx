import { type ChosenChannel, chosenChannels } from '~/shared/channel'
import { namesOf } from '~/shared/chosen'

type Row = { topic: string; label: string; text: string } & Record<ChosenChannel, boolean>

const ways = namesOf(chosenChannels).map((way) => ({ way, label: chosenChannels[way] }))

/** The topics, with a checkbox for each channel besides mail: a table, on a phone stacked under each topic. */
export function TopicTable({ topics }: { topics: Row[] }) {
  return (
    <table className="w-full max-sm:block">
      <caption className="sr-only">Vad som ska komma som SMS och som push</caption>
      <thead className="max-sm:sr-only">
        <tr>
          <th scope="col" className="text-left text-small text-soft">
            Om
          </th>
          {ways.map(({ way, label }) => (
            <th key={way} scope="col" className="w-16 text-center text-small text-soft">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {topics.map((row) => (
          <tr key={row.topic} className="border-t border-line max-sm:flex max-sm:flex-wrap max-sm:gap-x-6 max-sm:pb-2">
            <th scope="row" className="py-3 pr-3 text-left font-normal max-sm:w-full max-sm:pb-0">
              <strong className="block">{row.label}</strong>
              <span className="block text-small text-soft">{row.text}</span>
            </th>
            {ways.map(({ way, label }) => (
              <td key={way} className="align-middle">
                <label className="mx-auto flex min-h-12 cursor-pointer items-center gap-3 sm:size-12 sm:justify-center">
                  <input type="checkbox" name={`${way}-${row.topic}`} defaultChecked={row[way]} className="tick" />
                  <span className="sm:sr-only">
                    {label}
                    <span className="sr-only"> om {row.label}</span>
                  </span>
                </label>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
