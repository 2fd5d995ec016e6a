/**
 * Batch with bisection: does the work for all items at once; if an item's own fault makes it fail, retries each half
 * separately, down to the item at fault. That one goes to `alone`, so that one bad item never blocks the others (poison
 * message). Other errors are rethrown.
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
