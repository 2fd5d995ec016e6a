/** Without scripts the page refreshes itself, unless the member is typing. */
export function WithoutScripts({ isWriting, address }: { isWriting: boolean; address: string }) {
  return (
    <noscript>
      {isWriting ? null : <meta httpEquiv="refresh" content={`8;url=${address}`} />}
      <p className="rounded-control bg-mist px-4 py-3">
        {isWriting ? (
          <a href={address}>Tillbaka till läget</a>
        ) : (
          <>
            Sidan hämtas om var åttonde sekund. <a href={`${address}?skriv=1`}>Skriv mer om larmet</a>
          </>
        )}
      </p>
    </noscript>
  )
}
