import { Outlet, useRouteLoaderData } from 'react-router'
import { PublicLayout } from '../parts/public-layout'

/** The layout of every public page: header and footer. */
export default function PublicFrame() {
  const root = useRouteLoaderData<{ signedIn: boolean }>('root')
  return (
    <PublicLayout signedIn={root?.signedIn ?? false}>
      <Outlet />
    </PublicLayout>
  )
}
