/** As `askWhose`, and whether the account is blocked that the page with this mark was rendered for. */
export async function askAboutAccount(
  mark: string | undefined,
): Promise<{ whose: string | null; isBlocked: boolean } | undefined> {
  const address = mark === undefined ? '/session' : `/session?mark=${encodeURIComponent(mark)}`
  try {
    const response = await fetch(address, { cache: 'no-store', signal: AbortSignal.timeout(10_000) })
    if (response.ok) return await response.json()
  } catch {}
}
