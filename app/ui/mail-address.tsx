/**
 * Where it does not fit on a line it goes on after its @, and is broken elsewhere only where a half is too long by itself. The
 * place to break is no letter: it is neither copied, found by a search nor read aloud.
 */
export function MailAddress({ children: address }: { children: string }) {
  const at = address.lastIndexOf('@') + 1
  return (
    <span className="wrap-anywhere hyphens-none">
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </span>
  )
}
