import { Outlet, useRouteLoaderData } from 'react-router'
import { PublicLayout } from '../parts/public-layout'

/** Header and footer around every public page. */
export default function PublicFrame() {
  const root = useRouteLoaderData<{ signedIn: boolean }>('root')
  return (
    <PublicLayout signedIn={root?.signedIn ?? false}>
      <Outlet />
    </PublicLayout>
  )
}
