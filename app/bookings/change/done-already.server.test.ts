import { beforeEach, expect, test } from 'vitest'
import { joinNear, openShop, placeBooking, type Shop, setClock } from '../../../test/support/bookings'
import { useHouse } from '../../../test/support/house'
import { refusalFrom, valueFrom } from '../../../test/support/outcome'
import type { Resident } from '../../../test/support/people'
import { answerProposal } from './answer-proposal.server'
import { confirmBooking, declineBooking } from './answer-request.server'
import { cancelBooking } from './cancel-booking.server'
import { sayDone, sayNoShow, takeBack } from './say-done.server'
import { withdrawBooking } from './withdraw-booking.server'

/** Idempotency: repeating one's own deed succeeds; a deed that the other side has done is refused. */
const house = useHouse()
const now = new Date('2027-02-03T09:00:00Z')
let shop = {} as Shop
let eva = {} as Resident

beforeEach(async () => {
  setClock(now.toISOString())
  shop = await openShop(house)
  eva = await joinNear(house, shop)
})

const begun = new Date('2027-02-03T08:30:00Z')
const off = { status: 'cancelled', confirmed_at: now } as const
const states = {
  'is asked for': { status: 'pending' },
  'is agreed': {},
  'is said to be done': { said: 'complete', said_at: begun },
  'is said to have had nobody there': { said: 'mark as no-show', said_at: begun },
  'is done': { status: 'completed' },
  'the member called off': { ...off, cancelled_by: 'member' },
  'the company called off': { ...off, cancelled_by: 'company' },
  lapsed: { ...off, cancelled_by: 'system' },
  'had nobody there': { ...off, cancelled_by: 'company', no_show: true },
  'the member withdrew from': { ...off, cancelled_by: 'member', withdrawn_at: now, withdrawal_due_cents: 0 },
} as const satisfies Record<string, Parameters<typeof placeBooking>[4]>

const deeds = {
  confirm: confirmBooking,
  decline: declineBooking,
  cancel: cancelBooking,
  withdraw: withdrawBooking,
  complete: sayDone,
  'mark as no-show': sayNoShow,
  'take back': takeBack,
  'say yes to a time': (...[ports, who, { id }]: Parameters<typeof confirmBooking>) =>
    answerProposal(ports, who, { id: id ?? '', answer: 'yes' }),
} as const

/** The only deeds that succeed as a repetition, without changing anything. */
const yes: Partial<Record<keyof typeof states, Partial<Record<'member' | 'company', (keyof typeof deeds)[]>>>> = {
  'is agreed': { company: ['confirm', 'take back'] },
  'is said to be done': { company: ['confirm', 'complete'] },
  'is said to have had nobody there': { company: ['confirm', 'mark as no-show'] },
  'is done': { company: ['complete'] },
  'the member called off': { member: ['cancel'] },
  'the company called off': { company: ['decline', 'cancel'] },
  'had nobody there': { company: ['mark as no-show'] },
  'the member withdrew from': { member: ['withdraw'] },
}
/** Deeds that are allowed in this state, so they are no repetition. */
const can: typeof yes = {
  'is asked for': { company: ['decline'] },
  'is agreed': { member: ['withdraw'], company: ['complete', 'mark as no-show'] },
  'is said to be done': { member: ['withdraw'], company: ['take back'] },
  'is said to have had nobody there': { member: ['withdraw'], company: ['take back'] },
}

const all = Object.keys(states) as (keyof typeof states)[]
test.each(all)(
  'repeating one’s own deed changes nothing and any other deed is refused, on a booking that %s',
  async (state) => {
    const id = await placeBooking(house, shop, eva.signedIn.person.id, begun, states[state])
    const row = () => house.db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const before = await row()
    await house.deliver()
    for (const [side, who] of [
      ['member', eva],
      ['company', shop.owner],
    ] as const) {
      for (const deed of Object.keys(deeds) as (keyof typeof deeds)[]) {
        if (can[state]?.[side]?.includes(deed)) continue
        house.told.length = house.woken.length = 0
        const answer = await deeds[deed](house, who.signedIn, { id, understood: 'on', sure: 'on' })
        const pressed = `${side}: ${deed}`
        if (yes[state]?.[side]?.includes(deed)) expect(valueFrom(answer), pressed).toBeNull()
        else expect(refusalFrom(answer).message, pressed).toMatch(/\S/)
        expect([house.told, house.woken], pressed).toEqual([[], []])
      }
    }
    expect([await row(), await house.deliver()]).toEqual([before, []])
  },
)
