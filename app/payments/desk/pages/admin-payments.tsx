import { Form, href, redirect } from 'react-router'
import { answerDeed, answerRefused } from '~/door/deed.server'
import { requireRole } from '~/door/guard.server'
import { type Orders, sortingBy } from '~/door/list-order'
import { pageMeta } from '~/door/page-meta'
import type { FormAnswer } from '~/door/parts/intent-form'
import { ListTools } from '~/door/parts/list-tools'
import { useLive } from '~/live/public'
import { houseContext, visitorContext } from '~/platform/http/contexts.server'
import { redirectWithNotice } from '~/platform/http/notice.server'
import { readFormData } from '~/platform/http/read-form.server'
import { chosen, namesOf } from '~/shared/chosen'
import { typedValues } from '~/shared/form'
import { Button } from '~/ui/form/button'
import { SelectField, TextField } from '~/ui/form/field'
import { HiddenFields } from '~/ui/form/hidden-fields'
import { Pager } from '~/ui/pager'
import { LinkTabs } from '~/ui/tabs'
import { importBankFile } from '../../bank/import-bank-file.server'
import { BankFiles } from '../../bank/parts/bank-files'
import { CardEvents } from '../../card/parts/card-events'
import { chargeKinds } from '../../charge'
import { SwishList } from '../../swish/parts/swish-list'
import { seeSwish } from '../../swish/see-swish.server'
import { bookedTitle, lettersOf } from '../booked-words'
import { listPayments } from '../list-payments.server'
import { markPaid, type Ticked } from '../mark-paid.server'
import { markPaidOut, seeCardEvent } from '../mark-paid-out.server'
import { ChargeList } from '../parts/charge-list'
import { RefundList } from '../parts/refund-list'
import {
  askedOf,
  isOfCharges,
  type PaymentOrder,
  type PaymentSearch,
  paymentLists,
  paymentOrders,
  queryOf,
  readPaymentSearch,
} from '../payment-lists'
import { takeUpCardOrder } from '../take-up-card-order.server'
import type { Route } from './+types/admin-payments'

const address = href('/dashboard/admin/payments')

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: 'Betalningar',
    description: 'Det som väntar på betalning, det som är betalt och det som ska tillbaka.',
    path: address,
    hidden: true,
  })
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const signedIn = requireRole(context, request, 'admin')
  return listPayments(context.get(houseContext), signedIn, readPaymentSearch(new URL(request.url).searchParams))
}

export async function action({ request, context }: Route.ActionArgs) {
  const signedIn = requireRole(context, request, 'admin')
  const house = context.get(houseContext)
  const form = await readFormData(request, [
    'import-bank-file',
    'mark-paid',
    'pay-out',
    'see-event',
    'see-swish',
    'take-up-order',
  ])
  const values = typedValues(form)
  const to = address + new URL(request.url).search
  if (values.intent === 'import-bank-file') {
    const imported = await importBankFile(house, signedIn, form)
    if (!imported.ok) return answerRefused(values, imported)
    const { id, isKnown } = imported.value
    const file = href('/dashboard/admin/payments/files/:id', { id })
    if (!isKnown) return redirect(file)
    const message = 'Du ser den här som den är nu. Inget bokförs två gånger.'
    return redirectWithNotice(`${file}#top`, { tone: 'normal', title: 'Filen är redan inläst', message })
  }
  if (values.intent === 'mark-paid') {
    // The button of a single row sends `only`; otherwise the ticked rows are sent.
    const charges = values.only ?? form.getAll('charge').join(',')
    // Without JavaScript there is no 'Ångra' to wait for, so a page asks for confirmation first.
    if (charges !== '' && values.sure !== 'yes')
      return { intent: 'mark-paid', values: { charges } } satisfies FormAnswer
    const marked = await markPaid(house, signedIn, { charges })
    if (!marked.ok) return answerRefused(values, marked)
    return redirectWithNotice(`${to}#top`, { tone: 'normal', ...resultOf(marked.value) })
  }
  return answerDeed(
    {
      'pay-out': {
        does: () => markPaidOut(house, signedIn, values),
        says: { title: 'Återbetalningen är noterad' },
        to,
      },
      'take-up-order': {
        does: () => takeUpCardOrder(house, signedIn, values),
        says: { title: 'Noterat' },
        to,
      },
      'see-swish': { does: () => seeSwish(house, signedIn, values), says: { title: 'Noterat' }, to },
      'see-event': { does: () => seeCardEvent(house, signedIn, values), says: { title: 'Noterat' }, to },
    },
    { house, visitor: context.get(visitorContext), signedIn, values },
  )
}

function resultOf({ booked, before, left }: Ticked) {
  const title = bookedTitle(booked)
  const rest = [
    before > 0 ? `${before} var redan betalda.` : '',
    left > 0 ? `${left} väntar inte längre på betalning.` : '',
    booked > 0 ? lettersOf(booked) : '',
  ]
  return { title, message: rest.filter(Boolean).join(' ') }
}

const sortingFor = (search: PaymentSearch) =>
  sortingBy<Orders>(paymentOrders(search.list), search.order, (order) => {
    return address + queryOf({ ...search, order: order as PaymentOrder, after: null })
  })

export default function AdminPaymentsPage({ loaderData, actionData }: Route.ComponentProps) {
  useLive('payments')
  const { search, unpaid, charges, refunds, events, refused, swish, files, takesCards, takesSwish, next } = loaderData
  const { list, kind, text, order } = search
  const sorting = sortingFor(search)
  const offered = { cards: takesCards, swish: takesSwish }
  const lists = namesOf(paymentLists).filter((one) => chosen(offered, one) ?? true)
  return (
    <>
      <h1 className="text-h2">Betalningar</h1>
      <p className="mt-2 text-lead text-soft">
        {unpaid.count === 0
          ? 'Ingen betalning väntar.'
          : `${unpaid.words} väntar${unpaid.isMore ? '' : `, tillsammans ${unpaid.sum}`}.`}
      </p>
      <BankFiles files={files} answer={actionData} />
      <LinkTabs
        label="Vilka betalningar"
        className="mt-8"
        tabs={lists.map((one) => ({
          to: address + queryOf({ list: one, kind, text }),
          label: paymentLists[one].label,
          current: one === list,
        }))}
      />
      {isOfCharges(list) && (
        <>
          <Form role="search" className="mt-6 grid items-end gap-4 lg:grid-cols-[2fr_1fr_auto]" key={queryOf(search)}>
            <HiddenFields values={askedOf({ list, order })} />
            <TextField
              name="q"
              label="Sök"
              hint="Betalningens nummer, företag eller en medlems e-post"
              type="search"
              defaultValue={text}
              maxLength={100}
            />
            <SelectField
              name="slag"
              label="Vad den gäller"
              defaultValue={kind ?? ''}
              options={[
                { value: '', label: 'Allt' },
                ...Object.entries(chargeKinds).map(([value, { label }]) => ({ value, label })),
              ]}
            />
            <Button type="submit" variant="secondary" icon="search">
              Sök
            </Button>
          </Form>
          <ListTools />
          <ChargeList
            charges={charges}
            answer={actionData}
            list={list}
            isSearch={text !== '' || kind !== null}
            sorting={sorting}
          />
        </>
      )}
      {list === 'refunds' && <RefundList refunds={refunds} answer={actionData} />}
      {list === 'swish' && <SwishList payments={swish} answer={actionData} />}
      {list === 'cards' && <CardEvents events={events} refused={refused} answer={actionData} />}
      <Pager
        previous={search.after ? address + queryOf({ ...search, after: null }) : undefined}
        next={next && address + queryOf({ ...search, after: next })}
      />
    </>
  )
}
