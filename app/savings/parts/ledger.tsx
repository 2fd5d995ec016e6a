import { exact } from '../quantity'
import type { Statement } from '../summary'

/** The three accounts with their posts, to be added up by anyone who wants to. Two columns fit any screen. */
export function Ledger({ statements }: { statements: Statement[] }) {
  return (
    <table className="w-full tabular">
      <caption className="sr-only">Vad som räknas in i de tre beloppen, för ett postnummer under ett år</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Post</th>
          <th scope="col">Kronor</th>
        </tr>
      </thead>
      {statements.map((statement) => (
        <Account key={statement.account} {...statement} />
      ))}
    </table>
  )
}

function Account({ name, posts, kronor, shown }: Statement) {
  return (
    <tbody className="not-first:border-transparent not-first:border-t-[2.5rem] border-t-0">
      <tr>
        <th scope="rowgroup" colSpan={2} className="border-current border-b-2 pb-2 text-left text-h4">
          {name}
        </th>
      </tr>
      {posts.map((post) => (
        <tr key={post.id} className="border-line border-b">
          <th scope="row" className="py-2.5 pr-4 text-left font-normal">
            {post.title}
          </th>
          <td className="whitespace-nowrap py-2.5 text-right">{kr(post.kronor)}</td>
        </tr>
      ))}
      <tr className="font-semibold">
        <th scope="row" className="py-2.5 pr-4 text-left">
          {posts.length > 1 ? 'Summa' : 'I allt'}
          <span className="block font-normal text-small text-soft">visas som {shown}</span>
        </th>
        <td className="whitespace-nowrap py-2.5 text-right align-top">{kr(kronor)}</td>
      </tr>
    </tbody>
  )
}

function kr(kronor: number): string {
  return exact({ value: Math.round(kronor), unit: 'kr' })
}
