import { onlyAdmin } from '~/door/guard.server'
import type { SignedIn } from '~/platform/auth/sessions.server'
import type { House } from '~/platform/house.server'
import { isNameIn, namesOf } from '~/shared/chosen'
import { addressOf, askedOf, type ListName, lists, saveAddressOf } from './lists'
import { readViews } from './view-store.server'

export const mostViews = 20

/** For an administrator: the tools above a list, for its present query. */
export async function readListTools({ db }: Pick<House, 'db'>, signedIn: SignedIn, list: ListName, query: string) {
  onlyAdmin(signedIn)
  const now = askedOf(list, query)
  const views = await readViews(db, signedIn.person.id, list)
  return {
    file: addressOf(list, now, 'file'),
    save: saveAddressOf(list, now),
    views: views.map(({ id, name, asked }) => {
      const kept = askedOf(list, asked)
      return { id, name, to: addressOf(list, kept), isNow: kept === now }
    }),
  }
}

/** An administrator's own views of all lists, and the one about to be saved. */
export async function readOwnViews({ db }: Pick<House, 'db'>, signedIn: SignedIn, query: URLSearchParams) {
  onlyAdmin(signedIn)
  const own = await readViews(db, signedIn.person.id)
  const list = query.get('lista')
  return {
    most: mostViews,
    toSave: isNameIn(lists, list)
      ? { list, label: lists[list].label, asked: askedOf(list, query.get('vy') ?? ''), to: addressOf(list, '') }
      : null,
    lists: namesOf(lists).flatMap((name) => {
      const views = own.filter((view) => view.list === name)
      if (views.length === 0) return []
      return { name, label: lists[name].label, views: views.map((view) => shown(name, view)) }
    }),
  }
}

const shown = (list: ListName, { id, name, asked }: { id: string; name: string; asked: string }) => ({
  id,
  name,
  to: addressOf(list, askedOf(list, asked)),
})
