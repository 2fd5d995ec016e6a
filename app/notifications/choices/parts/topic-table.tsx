import { type ChosenChannel, chosenChannels } from '~/shared/channel'
import { namesOf } from '~/shared/chosen'

type Row = { topic: string; label: string; text: string } & Record<ChosenChannel, boolean>

const ways = namesOf(chosenChannels).map((way) => ({ way, label: chosenChannels[way] }))

/** What a person may be told about, and a box for each way besides mail. */
export function TopicTable({ topics }: { topics: Row[] }) {
  return (
    <table className="w-full">
      <caption className="sr-only">Vad som ska komma som SMS och som push</caption>
      <thead>
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
      <tbody>
        {topics.map((row) => (
          <tr key={row.topic} className="border-t border-line">
            <th scope="row" className="py-3 pr-3 text-left font-normal">
              <strong className="block">{row.label}</strong>
              <span className="block text-small text-soft">{row.text}</span>
            </th>
            {ways.map(({ way, label }) => (
              <td key={way} className="w-16 align-middle">
                <label className="mx-auto grid size-12 cursor-pointer place-items-center">
                  <input type="checkbox" name={`${way}-${row.topic}`} defaultChecked={row[way]} className="tick" />
                  <span className="sr-only">
                    {label} om {row.label}
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
