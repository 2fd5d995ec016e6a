/* Shapes seen from near, for the small scenes; origins at the ground. */

export function Bench() {
  return (
    <>
      <path className="p-post" strokeWidth="4" d="M-34 0v-20M34 0v-20M-38-20l-3-24M38-20l3-24" />
      <path className="p-plank" d="M-48-24h96v7h-96zM-46-36h92v6h-92zM-47-47h94v6h-94z" />
    </>
  )
}

/** Three letter boxes on a rail; one has post. */
export function LetterBoxes() {
  const box = 'v-40q0-14 14-14h22q14 0 14 14v40z'
  return (
    <>
      <path className="p-post" strokeWidth="7" d="M-66 0v-44M66 0v-44" />
      <path className="p-plank" d="M-92-46H92v8H-92z" />
      <path fill="var(--sage)" d={`M-86-46${box}`} />
      <path fill="var(--falu)" d={`M-25-46${box}`} />
      <path fill="var(--ochre)" d={`M36-46${box}`} />
      <path className="p-shade" d="M-50-46v-48q14 0 14 14v34zM11-46v-48q14 0 14 14v34zM72-46v-48q14 0 14 14v34z" />
      <path className="p-roof" d="M-78-80h24v4h-24zM-17-80H7v4h-24zM44-80h24v4H44z" />
      <path className="p-paper" d="M-16-78v-22l20-5 3 27z" />
      <path className="p-trim" strokeWidth="2" d="M-11-92l11-3M-10-86l8-2" />
      <path className="p-roof" d="M-17-80H7v4h-24z" />
      <path className="p-post" strokeWidth="3" d="M28-60v-46" />
      <path className="p-lit" d="M28-108h16l-4 6 4 6H28z" />
    </>
  )
}

/** A post with two signs. */
export function Signpost() {
  return (
    <>
      <path className="p-post" strokeWidth="6" d="M0 0v-116" />
      <path className="p-paper" d="M-8-112h58l13 11-13 11H-8zM8-82h-56l-13 11 13 11H8z" />
      <path className="p-post" strokeWidth="3" d="M4-101h36M-4-71h-34" />
    </>
  )
}

export function Cat() {
  return (
    <path
      className="p-near"
      d="M-14 0q-4-24 8-34l-2-14 8 6h8l8-6-1 13q6 6 1 14-3 3-2 21 14 0 18-8 2-5 5-3 2 3-2 9-5 7-15 7z"
    />
  )
}
