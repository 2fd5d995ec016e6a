/**
 * A mail address that breaks after its @ where it does not fit on a line, and elsewhere only if a part is too long. The
 * <wbr> adds no character: it is neither copied, found by a search nor read aloud.
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
