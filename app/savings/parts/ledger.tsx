import { asPost, type Quantity } from '../quantity'
import type { Statement } from '../summary'

/** The three accounts with their posts, so that readers can add them up. Two columns, so that it fits any screen. */
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
  const sum = asPost(kr(kronor))
  return (
    <tbody>
      <tr>
        <th
          scope="rowgroup"
          colSpan={2}
          className="border-current border-b-2 pb-2 text-left text-h4 in-[tbody+tbody]:pt-8"
        >
          {name}
        </th>
      </tr>
      {posts.map((post) => (
        <tr key={post.id} className="border-line border-b">
          <th scope="row" className="py-2.5 pr-4 text-left font-normal wrap-anywhere">
            {post.title}
          </th>
          <td className="py-2.5 text-right">{asPost(kr(post.kronor))}</td>
        </tr>
      ))}
      <tr className="align-top font-semibold">
        <th scope="row" className="py-2.5 pr-4 text-left wrap-anywhere">
          Summa
          {shown === sum ? null : <span className="block font-normal text-small text-soft">visas som {shown}</span>}
        </th>
        <td className="py-2.5 text-right">{sum}</td>
      </tr>
    </tbody>
  )
}

function kr(value: number): Quantity {
  return { value, unit: 'kr' }
}
