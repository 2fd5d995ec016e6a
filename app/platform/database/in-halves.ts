/**
 * Does the work for all of them at once; when it fails by the fault of one, for each half by itself, down to the one whose
 * fault it is. That one is handled alone, so that what cannot be done for one is never the reason that it is done for none.
 */
export async function inHalves<Item>(
  items: readonly Item[],
  {
    work,
    isOnesFault,
    alone,
  }: {
    work(items: readonly Item[]): Promise<unknown>
    isOnesFault(error: unknown): boolean
    alone(item: Item, error: unknown): Promise<unknown>
  },
): Promise<void> {
  try {
    await work(items)
  } catch (error) {
    if (!isOnesFault(error)) throw error
    const [first] = items
    if (items.length === 1 && first !== undefined) {
      await alone(first, error)
      return
    }
    const middle = Math.ceil(items.length / 2)
    for (const half of [items.slice(0, middle), items.slice(middle)])
      if (half.length > 0) await inHalves(half, { work, isOnesFault, alone })
  }
}
